/** What nobody sees when a table opens. One script, which comes when the map is seen. */
export { default as Chat } from "./Chat.svelte";
export { default as CommandLine } from "./CommandLine.svelte";
export { default as Leaves } from "./Leaves.svelte";
export { default as ScoreSheet } from "./ScoreSheet.svelte";
export { default as TextBoard } from "./TextBoard.svelte";
