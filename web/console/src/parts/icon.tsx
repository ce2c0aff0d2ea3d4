// Drawn in the colour of the text around them.
import type { ReactElement } from "react";

const SHAPES = {
  overview: <path d="M4 19V11M10 19V5M16 19v-6M20.500 19H3.500" />,
  conversations: <path d="M4 6.500A1.500 1.500 0 0 1 5.500 5h13A1.500 1.500 0 0 1 20 6.500v8a1.500 1.500 0 0 1-1.500 1.500H11l-4.500 3.500V16h-1A1.500 1.500 0 0 1 4 14.500ZM8 9h8M8 12h5" />,
  agents: <path d="M12 3 4 7v10l8 4 8-4V7ZM4 7l8 4 8-4M12 11v10" />,
  playground: <path d="M7 5.500v13l11-6.500Z" />,
  operations: <path d="M4 5h16v6H4ZM4 13h16v6H4ZM7.500 8v.01M7.500 16v.01M11 8h6M11 16h6" />,
  monitoring: <path d="M3 12h4l2.500-6 4 12 2.500-6h5" />,
  phone: <path d="M6 4h3l1.500 4-2 1.500a10 10 0 0 0 5 5l1.500-2 4 1.500v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2Z" />,
  chat: <path d="M5 5h14v10H11l-4 3.500V15H5Z" />,
  text: <path d="M7 3.500h10v17H7ZM10.500 17.500h3" />,
  search: <path d="m20 20-4.500-4.500M17 10.500a6.500 6.500 0 1 1-13 0 6.500 6.500 0 0 1 13 0Z" />,
  key: <path d="M14.500 13.500a4.500 4.500 0 1 0-4-2.500L4 17.500V20h2.500l1-1v-2h2l1.500-1.500v-1.500Z" />,
  sun: <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z" />,
  moon: <path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z" />,
  auto: <path d="M12 3a9 9 0 1 0 0 18ZM12 3a9 9 0 0 1 0 18" />,
  help: <path d="M9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.300-1 .8-1 1.500v.7M12 17v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z" />,
  leave: <path d="M14 4H6v16h8M11 12h10M18 9l3 3-3 3" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  back: <path d="m14 6-6 6 6 6" />,
  up: <path d="m6 14 6-6 6 6" />,
  down: <path d="m6 10 6 6 6-6" />,
  copy: <path d="M9 9h11v11H9ZM5 15H4V4h11v1" />,
  handoff: <path d="M4 12h14M13 7l5 5-5 5M21 5v14" />,
  warning: <path d="M12 4 2.500 20h19ZM12 10v4.500M12 17v.01" />,
  play: <path d="M8 5.500v13l10.500-6.500Z" fill="currentColor" />,
  pause: <path d="M8.500 5.500v13M15.500 5.500v13" strokeWidth="3" />,
  external: <path d="M14 4h6v6M20 4l-9 9M18 14v6H4V6h6" />,
  test: <path d="M9 4h6M10 4v6L5 19.500h14L14 10V4M7.500 15h9" />,
  send: <path d="m4 12 16-8-5 17-3.500-7ZM11.500 14 20 4" />,
  check: <path d="m5 12.500 4.500 4.500L19 7.500" />,
  "thumb-up": <path d="M7 11v9H4v-9ZM7 11l4-7.500c1.700 0 2.500 1.200 2.200 2.800L12.700 9H19a1.500 1.500 0 0 1 1.500 1.800l-1.300 7.700A1.800 1.800 0 0 1 17.400 20H7" />,
  "thumb-down": <path d="M7 13V4H4v9ZM7 13l4 7.500c1.700 0 2.500-1.200 2.200-2.800L12.700 15H19a1.500 1.500 0 0 0 1.500-1.800l-1.300-7.700A1.800 1.800 0 0 0 17.400 4H7" />,
  note: <path d="M6 4h12v11l-5 5H6ZM13 20v-5h5M9 8.500h6M9 12h4" />,
  restart: <path d="M5 12a7 7 0 1 0 2-5L4 10M4 5v5h5" />,
} satisfies Record<string, ReactElement>;

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor">
      {SHAPES[name]}
    </svg>
  );
}
