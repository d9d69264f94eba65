/** What has not changed stays the same thing, so that nothing is drawn again for it. */

/** The new value, in which every part that equals its part of the old one is that old part. */
export function reused<T>(old: unknown, fresh: T): T {
  if (old === fresh || !isThing(old) || !isThing(fresh)) return fresh;
  if (Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  const parts = fresh as Record<string, unknown>;
  const known = old as Record<string, unknown>;
  const names = Object.keys(parts);
  let isSame = names.length === Object.keys(known).length;
  for (const name of names) {
    parts[name] = reused(known[name], parts[name]);
    isSame &&= parts[name] === known[name] && name in known;
  }
  return isSame ? (old as T) : fresh;
}

function isThing(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
