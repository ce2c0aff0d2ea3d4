// Numbers and moments as people read them.

const LOCALE: string | undefined = globalThis.navigator?.language;
const DAY = 86_400_000;
const clock = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const shortClock = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(LOCALE, { month: "short", day: "numeric" });
const full = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "medium" });
const count = new Intl.NumberFormat(LOCALE);
const amount = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 6 });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto", style: "short" });

export const formatClock = (moment: string): string => clock.format(new Date(moment));
export const formatFull = (moment: string): string => full.format(new Date(moment));
export const formatCount = (value: number): string => count.format(value);
export const formatAmount = (value: number): string => amount.format(value);

/** The time of today, the day before today. */
export function formatMoment(moment: string, now = new Date()): string {
  const at = new Date(moment);
  const time = shortClock.format(at);
  if (at.toDateString() === now.toDateString()) return time;
  const year = at.getFullYear() === now.getFullYear() ? "" : ` ${at.getFullYear()}`;
  return `${day.format(at)}${year}, ${time}`;
}

export function formatAgo(moment: string, now = Date.now()): string {
  const seconds = (Date.parse(moment) - now) / 1000;
  if (seconds > -60) return "now";
  if (seconds > -3600) return relative.format(Math.round(seconds / 60), "minute");
  if (seconds > -86_400) return relative.format(Math.round(seconds / 3600), "hour");
  return relative.format(-Math.round((now - Date.parse(moment)) / DAY), "day");
}

export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const padded = String(rest).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${padded}` : `${minutes}:${padded}`;
}

export function formatMs(milliseconds: number): string {
  if (milliseconds >= 9_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  if (milliseconds >= 1_000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${milliseconds >= 10 ? Math.round(milliseconds) : milliseconds.toFixed(1)} ms`;
}

/** What code writes with underscores, as words. */
export function words(name: string): string {
  const spaced = name.replace(/[_-]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
