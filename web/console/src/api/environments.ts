export const ENVIRONMENTS = ["sandbox", "pre-release", "live"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
