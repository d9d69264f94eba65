/** A time that is left, as short as it can be said: 2:41, 3:05:00, 4 d 6 h. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days) return `${days} d ${hours} h`;
  const two = (value: number) => String(value).padStart(2, "0");
  if (hours) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** What is left of a turn and of the reserve after some time: the turn ends first. */
export function timeLeft({ turn, bank }: Time, spent: number): Time {
  return { turn: Math.max(0, turn - spent), bank: Math.max(0, bank - Math.max(0, spent - turn)) };
}

/** Milliseconds. */
interface Time {
  turn: number;
  bank: number;
}
