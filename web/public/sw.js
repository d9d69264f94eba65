/* Keeps the client's own files, so that it opens at once and also when the network is slow.
   Files named by their content never change; the page is fetched again where possible. Nothing of
   the game is ever kept: /api and /ws go to the server alone. */
const CACHE = "caboose-1";
const PAGE = "/";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(PAGE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name !== CACHE);
  const cleaned = caches
    .keys()
    .then((names) => Promise.all(others(names).map((n) => caches.delete(n))));
  event.waitUntil(cleaned.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (/^\/(api|ws|health|metrics)/.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(cacheFirst(request));
});

async function networkFirst(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(CACHE)).put(PAGE, answer.clone());
    return answer;
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function cacheFirst(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/* A push says only that there is something to look at; the page asks the server what it is. */
self.addEventListener("push", (event) => {
  event.waitUntil(tellTurn());
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.path ?? "/"));
});

async function tellTurn() {
  const answer = await fetch("/api/me/tables").catch(() => null);
  const { tables = [] } = answer?.ok ? await answer.json() : {};
  const waiting = tables.filter((table) => table.your_turn);
  const one = waiting.length === 1 ? waiting[0] : null;
  await self.registration.showNotification("Caboose", {
    body: one ? `● ${one.name || inNoLanguage(one)}` : "●",
    icon: "/icon-192.png",
    tag: "turn",
    data: { path: one ? `/t/${one.id}` : "/" },
  });
}

/* Which table it is, where nobody has named it: there is no catalogue here. */
function inNoLanguage({ edition_name, whose }) {
  return whose ? `${edition_name} · ${whose}` : edition_name;
}

async function show(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => new URL(page.url).pathname === path);
  await (open ? open.focus() : self.clients.openWindow(path));
}
