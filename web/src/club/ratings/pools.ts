/** The pools of ratings: a family of editions with two players, or with more. */
import { say } from "./ratingsWords";

const FAMILIES = ["usa", "london", "new_york"] as const;
const SIZES = { "2": "two", more: "more" } as const;

export const POOLS = FAMILIES.flatMap((family) =>
  (["2", "more"] as const).map((size) => ({ pool: `${family}_${size}`, family, size })),
);

/** A pool in the reader's words: `London, two players`. */
export function poolName(pool: string): string {
  const found = POOLS.find((one) => one.pool === pool);
  return found ? `${say(`family_${found.family}`)}, ${say(SIZES[found.size])}` : pool;
}
