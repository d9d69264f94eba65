/** Where the client begins. */
import { mount } from "svelte";
import { onCompiling } from "./api";
import App from "./App.svelte";
import { expectTable } from "./chunks";
import { note } from "./stores/notices.svelte";
import { settings } from "./stores/settings.svelte";
import { speak, t } from "./texts/index.svelte";
import "./styles.css";

if (location.pathname.startsWith("/t/")) expectTable();
onCompiling(() => note(t("why.compiling")));

const target = document.getElementById("app");
if (target) {
  void speak(settings.language)
    .catch(() => speak("en"))
    .then(() => mount(App, { target }));
}

// Works where there is a secure context; everything else works without, and comes first.
if ("serviceWorker" in navigator && import.meta.env.PROD) {
  setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), 1000);
}
