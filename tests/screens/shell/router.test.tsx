import { createMemoryHistory } from '@tanstack/history'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Link } from '../../../src/parts/router/link.tsx'
import { createRouter } from '../../../src/parts/router/router.ts'
import { RouterProvider, useLocation } from '../../../src/parts/router/use-router.tsx'
import { CrashBoundary } from '../../../src/shell/crash-screen.tsx'

function Here() {
  return <p role="status">{useLocation().href}</p>
}

function show(path: string, basepath?: string) {
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter(history, basepath)
  const shown: string[] = []
  router.onShown(({ href }) => shown.push(href))
  const toTop = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  toTop.mockClear()
  render(
    <RouterProvider router={router}>
      <Here />
      <Link to="/about">About</Link>
      <Link to="/product/shoppinglist" search={{ list: '7 &x' }} activeClassName="bold">
        Seven
      </Link>
    </RouterProvider>,
  )
  return {
    router,
    shown,
    toTop,
    here: () => screen.getByRole('status').textContent,
    link: (name: string) => screen.getByRole('link', { name }),
    go: (...to: Parameters<typeof router.navigate>) => act(() => router.navigate(...to)),
    back: () => act(async () => history.back()),
  }
}

test('a link leads on, is marked where it leads to the page itself, and every page is told of once', async () => {
  const { here, link, shown, back } = show('/')
  expect(link('Seven').getAttribute('href')).toBe('/product/shoppinglist?list=7+%26x')
  fireEvent.click(link('Seven'))
  expect(here()).toBe('/product/shoppinglist?list=7+%26x')
  expect(link('Seven').getAttribute('aria-current')).toBe('page')
  expect(link('Seven').className).toContain('bold')
  expect(link('About').getAttribute('aria-current')).toBeNull()
  await back()
  expect(shown).toEqual(['/', '/product/shoppinglist?list=7+%26x', '/'])
})

test('what belongs to the browser stays the browser’s', () => {
  const { here, link } = show('/')
  for (const keys of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    const taken = !fireEvent.click(link('About'), keys)
    expect([keys, taken, here()]).toEqual([keys, false, '/'])
  }
})

test('the demo lies beneath its own path', async () => {
  const { router, here, link, go } = show('/demo/login?next=%2Fproduct%3Flist%3D7', '/demo/')
  expect(here()).toBe('/login?next=%2Fproduct%3Flist%3D7')
  expect(router.location.get().search).toEqual({ next: '/product?list=7' })
  expect(link('About').getAttribute('href')).toBe('/demo/about')
  await go({ to: '/product?list=7' })
  expect(router.history.location.href).toBe('/demo/product?list=7')
  expect(router.location.get()).toMatchObject({ pathname: '/product', search: { list: '7' } })
})

test('what is not so leaves its name out, and digits stay what was written', async () => {
  const { here, router, go } = show('/')
  await go({ to: '/signup', search: { inviteId: '007', addFriend: true, next: undefined } })
  expect(here()).toBe('/signup?inviteId=007&addFriend=true')
  expect(router.location.get().search).toEqual({ inviteId: '007', addFriend: 'true' })
  await go({ to: '/signup', search: { inviteId: '007', addFriend: false } })
  expect(here()).toBe('/signup?inviteId=007')
})

test('a page begins at its top, unless it stays where it is', async () => {
  const { toTop, go, back } = show('/')
  expect(toTop, 'the first page may stand where it was left').not.toHaveBeenCalled()
  await go({ to: '/about' })
  expect(toTop).toHaveBeenCalledOnce()
  await go({ to: '/about', search: { a: '1' }, replace: true, resetScroll: false })
  expect(toTop).toHaveBeenCalledOnce()
  await back()
  expect(toTop).toHaveBeenCalledTimes(2)
})

test('who is there already stays, and no step is added', async () => {
  const { router, go } = show('/about')
  await go({ to: '/about' })
  expect(router.history.length).toBe(1)
})

test('a fault ends with the page that it was on', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = (at: string) => (
    <CrashBoundary at={at}>{at === '/broken' ? <Broken /> : <p>Whole</p>}</CrashBoundary>
  )
  const { rerender } = render(page('/broken'))
  expect(screen.getByRole('alert')).toBeTruthy()
  rerender(page('/about'))
  expect(screen.getByText('Whole')).toBeTruthy()
  error.mockRestore()
})

function Broken(): never {
  throw new Error('broken')
}
