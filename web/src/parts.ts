/**
 * Parts of the client that come when they are needed, so that a table has less to read before it
 * can be played at.
 */
const rest = () => import("./panels/rest");

export const parts = {
  chat: async () => (await rest()).Chat,
  commandLine: async () => (await rest()).CommandLine,
  leaves: async () => (await rest()).Leaves,
  scoreSheet: async () => (await rest()).ScoreSheet,
  textBoard: async () => (await rest()).TextBoard,
  home: async () => (await import("./pages/Home.svelte")).default,
  games: async () => (await import("./pages/Games.svelte")).default,
  help: async () => (await import("./pages/Help.svelte")).default,
  intro: async () => (await import("./pages/Intro.svelte")).default,
  join: async () => (await import("./pages/Join.svelte")).default,
  replay: async () => (await import("./pages/Replay.svelte")).default,
  waiting: async () => (await import("./pages/Waiting.svelte")).default,
};

/** A game goes on also if the server is renewed or lost meanwhile: have all of it here. */
export function expectRest(): void {
  void rest().catch(() => undefined);
}
