/** The page on which the results of a deal stand: `daily/DAY/EDITION` or `duel/ID/NUMBER`. */
export function dealPage(deal: string | null | undefined): string {
  const [kind, name] = (deal ?? "").split("/");
  return kind && name ? `/${kind}/${name}` : "";
}
