/**
 * Parts of the client that come when they are needed: each page by itself, and of a table first
 * what is seen when it opens.
 */
const deferred = () => import("./table/deferred");

export const chunks = {
  chat: async () => (await deferred()).Chat,
  commandLine: async () => (await deferred()).CommandLine,
  seatCard: async () => (await deferred()).SeatCard,
  standing: async () => (await deferred()).Standing,
  scoreSheet: async () => (await deferred()).ScoreSheet,
  tableDialogs: async () => (await deferred()).TableDialogs,
  textBoard: async () => (await deferred()).TextBoard,
  home: async () => (await import("./home/HomePage.svelte")).default,
  myGames: async () => (await import("./home/MyGames.svelte")).default,
  games: async () => (await import("./home/GamesPage.svelte")).default,
  intro: async () => (await import("./home/IntroPage.svelte")).default,
  join: async () => (await import("./waiting/JoinPage.svelte")).default,
  waiting: async () => (await import("./waiting/WaitingRoom.svelte")).default,
  table: async () => (await import("./table/TablePage.svelte")).default,
  hand: async () => (await import("./table/hand/HandView.svelte")).default,
  tv: async () => (await import("./tv/TvPage.svelte")).default,
  replay: async () => (await import("./replay/ReplayPage.svelte")).default,
  endAnalysis: async () => withWords((await import("./analysis/EndAnalysis.svelte")).default),
  analysis: async () => withWords((await import("./analysis/AnalysisPanel.svelte")).default),
  operator: async () => (await import("./operator/OperatorPage.svelte")).default,
  club: async () => (await import("./club/ClubPages.svelte")).default,
  homeFriends: async () => (await import("./club/friends/HomeFriends.svelte")).default,
  inviteFriends: async () => (await import("./club/friends/InviteFriends.svelte")).default,
  settings: async () => (await import("./parts/SettingsDialog.svelte")).default,
  deals: async () => (await import("./events/DealPages.svelte")).default,
  meeting: async () => (await import("./events/MeetingPages.svelte")).default,
  rules: async () => (await import("./rules/RulesPage.svelte")).default,
};

/** What the analysis says comes in the reader's language, and before it is shown. */
async function withWords<Part>(part: Part): Promise<Part> {
  await (await import("./analysis/words.svelte")).loadWords();
  return part;
}

/** Somebody goes to a table: its script comes while the server is asked for it. */
export function expectTable(): void {
  void chunks.table().catch(() => undefined);
}

/** A game goes on also if the server is renewed or lost meanwhile: have all of it here. */
export function expectDeferred(): void {
  void deferred().catch(() => undefined);
}
