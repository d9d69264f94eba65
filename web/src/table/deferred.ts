/** What nobody sees when a table opens. One script, which comes when the map is seen. */
export { default as Chat } from "./people/Chat.svelte";
export { default as CommandLine } from "./commands/CommandLine.svelte";
export { default as TableDialogs } from "./TableDialogs.svelte";
export { default as ScoreSheet } from "./score/ScoreSheet.svelte";
export { default as SeatCard } from "./people/SeatCard.svelte";
export { default as Standing } from "./people/Standing.svelte";
export { default as TextBoard } from "./TextBoard.svelte";
