// The least that opens a page without a network: what it needs is stored, and served from there.
const files = ['/windowed.html', '/windowed.js', '/rows.js', '/look.css']

addEventListener('install', event => {
  event.waitUntil(caches.open('vanilla').then(cache => cache.addAll(files)))
})
addEventListener('activate', event => event.waitUntil(clients.claim()))
addEventListener('fetch', event => {
  const { pathname } = new URL(event.request.url)
  if (files.includes(pathname)) event.respondWith(caches.match(pathname))
})
