// Shows the page while the gallery cannot be reached. It stores the page's own files, never answers or pictures.

const folder = "{{assets}}"
const names = [{{names}}]

addEventListener("install", event => {
  skipWaiting()
  const page = new Request("/", { cache: "no-store" })
  event.waitUntil(caches.open(folder).then(cache => cache.addAll([page, ...names.map(name => `${folder}/${name}`)])))
})

addEventListener("activate", event => {
  event.waitUntil(caches.keys()
    .then(all => Promise.all(all.filter(name => name !== folder).map(name => caches.delete(name))))
    .then(() => clients.claim()))
})

addEventListener("fetch", event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== "GET") return
  // The page comes from the gallery if that can be reached: it may be a newer one.
  if (request.mode === "navigate" && pathname === "/") event.respondWith(fetch(request).catch(() => stored("/")))
  else if (pathname.startsWith(`${folder}/`)) event.respondWith(stored(request).then(response => response ?? fetch(request)))
})

const stored = request => caches.match(request, { cacheName: folder, ignoreVary: true })
