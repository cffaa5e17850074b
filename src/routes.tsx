/** Every URL of the product on one page. Screens load with their first visit. */
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { isStaff } from '../rules/people/roles.ts'
import { useReadable } from './cache/hooks/use-readable.ts'
import { reportChunkFailure } from './offline/worker/update-after-chunk-failure.ts'
import { AccountMenu } from './shell/account/account-menu.tsx'
import { useSignedIn } from './shell/account/use-signed-in.tsx'
import { useApp } from './shell/app.tsx'
import { AppEntry } from './shell/app-entry.tsx'
import { CrashScreen } from './shell/crash-screen.tsx'
import { useDowntime } from './shell/downtime-screen.tsx'
import { beneathLayers } from './shell/frame/beneath-layers.ts'
import { PageHeader } from './shell/frame/page-header.tsx'
import { ProductFrame, useFrame } from './shell/frame/product-frame.tsx'
import { ProductGate } from './shell/frame/product-gate.tsx'
import { useChosenList } from './shell/frame/use-chosen-list.ts'
import { Redirect } from './shell/redirect.tsx'
import { ConnectionLine } from './shell/sync/connection-line.tsx'
import { keepFocus } from './ui/dialog/kept-focus.ts'
import type { Layers } from './ui/dialog/layers.tsx'
import { KeptTexts } from './ui/form/kept-texts.ts'
import { lazyComponent } from './ui/loading/lazy-component.tsx'
import { Loading } from './ui/loading/loading.tsx'
import { PartFailed } from './ui/loading/part-failed.tsx'
import { SignedIn } from './ui/signed-in.ts'

const LandingScreen = screen(async () => (await import('./site/landing-screen.tsx')).LandingScreen)
const AboutScreen = screen(async () => (await import('./site/about-screen.tsx')).AboutScreen)
const PrivacyScreen = screen(async () => (await import('./site/privacy-screen.tsx')).PrivacyScreen)
const BlogScreen = screen(async () => (await import('./site/blog-screen.tsx')).BlogScreen)
const PostScreen = screen(async () => (await import('./site/post-screen.tsx')).PostScreen)
const ContactScreen = screen(async () => (await import('./site/contact-screen.tsx')).ContactScreen)
const InspectScreen = screen(async () => (await import('./site/inspect-screen.tsx')).InspectScreen)
const LoginScreen = screen(async () => (await import('./sign-in/login-screen.tsx')).LoginScreen)
const SignUpScreen = screen(async () => (await import('./sign-in/sign-up-screen.tsx')).SignUpScreen)
const ForgotPasswordScreen = screen(
  async () => (await import('./sign-in/forgot-password-screen.tsx')).ForgotPasswordScreen,
)
const ResetPasswordScreen = screen(
  async () => (await import('./sign-in/reset-password-screen.tsx')).ResetPasswordScreen,
)
const VerifyEmailScreen = screen(
  async () => (await import('./sign-in/verify-email-screen.tsx')).VerifyEmailScreen,
)
const ChangeEmailScreen = screen(
  async () => (await import('./sign-in/change-email-screen.tsx')).ChangeEmailScreen,
)
const ResendVerificationScreen = screen(
  async () => (await import('./sign-in/resend-verification-screen.tsx')).ResendVerificationScreen,
)
const UnlockScreen = screen(async () => (await import('./sign-in/unlock-screen.tsx')).UnlockScreen)
const LogoutScreen = screen(async () => (await import('./account/logout-screen.tsx')).LogoutScreen)
const ErrorLogoutScreen = screen(
  async () => (await import('./account/error-logout-screen.tsx')).ErrorLogoutScreen,
)
const ListScreen = screen(async () => (await import('./list/list-screen.tsx')).ListScreen)
const NoListScreen = screen(async () => (await import('./list/no-list-screen.tsx')).NoListScreen)
const DashboardScreen = screen(
  async () => (await import('./overview/dashboard-screen.tsx')).DashboardScreen,
)
const Preferences = section(async () => (await import('./preferences/preferences.tsx')).Preferences)
const Notices = section(async () => (await import('./preferences/notices.tsx')).Notices)
const AccountScreen = screen(
  async () => (await import('./account/account-screen.tsx')).AccountScreen,
)
const FriendsScreen = screen(
  async () => (await import('./friends/friends-screen.tsx')).FriendsScreen,
)
const InviteScreen = screen(async () => (await import('./invite/invite-screen.tsx')).InviteScreen)
const FeedbackScreen = screen(
  async () => (await import('./feedback/feedback-screen.tsx')).FeedbackScreen,
)
const DeleteScreen = screen(async () => (await import('./account/delete-screen.tsx')).DeleteScreen)
const DeskScreen = screen(async () => (await import('./admin/desk-screen.tsx')).DeskScreen)
const ReadyScreen = screen(async () => (await import('./ready/ready-screen.tsx')).ReadyScreen)

/** A screen whose code loads when it is first shown; if it cannot be had, the page may load again once. */
function screen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyComponent(load, {
    waiting: () => (
      <>
        <h1 className="sr-only">Aisle</h1>
        <Loading />
      </>
    ),
    failed: failure => (
      <div className="m-auto max-w-md p-4">
        <h1 className="pb-2 text-lg font-semibold text-primary">Not here yet</h1>
        <PartFailed {...failure} />
      </div>
    ),
    onFailed: () => reportChunkFailure(window),
  })
}

/** A part of a screen that has its own heading; else like `screen`. */
function section<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyComponent(load, {
    waiting: () => <Loading />,
    failed: failure => <PartFailed {...failure} />,
    onFailed: () => reportChunkFailure(window),
  })
}

const root = createRootRoute({ component: Everything, errorComponent: Crash })

const publicRoutes = [
  createRoute({ getParentRoute: () => root, path: '/', component: Landing }),
  createRoute({ getParentRoute: () => root, path: '/about', component: AboutScreen }),
  createRoute({ getParentRoute: () => root, path: '/privacy', component: PrivacyScreen }),
  createRoute({ getParentRoute: () => root, path: '/blog', component: BlogScreen }),
  createRoute({
    getParentRoute: () => root,
    path: '/blog/$post',
    component: () => <PostScreen slug={useParams({ strict: false }).post ?? ''} />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contact',
    component: Contact,
  }),
  createRoute({ getParentRoute: () => root, path: '/inspect', component: Inspect }),
  createRoute({ getParentRoute: () => root, path: '/$', component: Landing }),
] as const

/** Loads the code of a page whose HTML is there already, so that it takes over without a gap. */
export async function preloadPage(path: string): Promise<void> {
  const [, room = ''] = path.split('/')
  const part =
    {
      about: AboutScreen,
      privacy: PrivacyScreen,
      contact: ContactScreen,
      blog: path === '/blog' ? BlogScreen : PostScreen,
    }[room] ?? LandingScreen
  // If it cannot be had, the page says so when it is drawn.
  await part.preload().catch(() => {})
}

/** Loads the code of the list's screen, for a page that shows its picture. */
export async function preloadList(): Promise<void> {
  await ListScreen.preload().catch(() => {})
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: nextOf,
  component: function Login() {
    const { session, settings } = useApp()
    const { next } = login.useSearch()
    const { signInElsewhere, apiEnv } = useReadable(settings)
    const signedIn = useSignedIn(next)
    const down = useDowntime()
    return (
      signedIn ??
      down ?? (
        <LoginScreen session={session} elsewhere={signInElsewhere} next={next} apiEnv={apiEnv} />
      )
    )
  },
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  validateSearch: invitationOf,
  component: function SignUp() {
    const { session, settings } = useApp()
    const { signUpClosed } = useReadable(settings)
    const invitation = signUp.useSearch()
    const signedIn = useSignedIn(undefined)
    const down = useDowntime()
    return (
      signedIn ??
      down ?? (
        <SignUpScreen
          session={session}
          invitation={invitation}
          closed={signUpClosed && invitation.inviteId === undefined}
        />
      )
    )
  },
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  validateSearch: inviteOf,
  component: function Invite() {
    const { session, account, invitations, network } = useApp()
    const { inviteId = '' } = invite.useSearch()
    const { status, user } = useReadable(session.state)
    const { offline } = useReadable(account.state)
    const navigate = useNavigate()
    return (
      <InviteScreen
        inviteId={inviteId}
        invitations={invitations}
        network={network}
        signedInAs={
          status === 'LOGGED_IN' && user ? `${user.firstName} ${user.lastName}` : undefined
        }
        onAccepted={async list => {
          await offline?.refresh()
          await (list === undefined
            ? navigate({ to: '/product/friends' })
            : navigate({ to: '/product/shoppinglist', search: { list } }))
        }}
      />
    )
  },
})

/** What mails lead to: for everybody, whoever is signed in here. */
const mailedRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/forgotpassword',
    validateSearch: nextOf,
    component: function ForgotPassword() {
      return <ForgotPasswordScreen {...useApp()} next={useSearch({ strict: false }).next} />
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    validateSearch: search => ({ ...tokenOf(search), ...inviteOf(search) }),
    component: function ResetPassword() {
      const { inviteId } = useSearch({ strict: false })
      return <ResetPasswordScreen {...useApp()} inviteId={inviteId} />
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify-email',
    validateSearch: tokenOf,
    component: () => <VerifyEmailScreen {...useApp()} />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/change-email',
    validateSearch: tokenOf,
    component: () => <ChangeEmailScreen {...useApp()} />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/resend-verification-email',
    component: () => <ResendVerificationScreen {...useApp()} />,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/unlock-account',
    validateSearch: tokenOf,
    component: () => <UnlockScreen {...useApp()} />,
  }),
] as const

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: function Logout() {
    const { account } = useApp()
    return <LogoutScreen account={account.state} onLeave={account.leave} onClean={account.clean} />
  },
})

const errorLogout = createRoute({
  getParentRoute: () => root,
  path: '/errorlogout',
  validateSearch: nextOf,
  component: function ErrorLogout() {
    const { account } = useApp()
    return <ErrorLogoutScreen account={account.state} next={errorLogout.useSearch().next} />
  },
})

const app = createRoute({ getParentRoute: () => root, path: '/app', component: Outlet })
const appRoutes = [
  createRoute({ getParentRoute: () => app, path: '/', component: AppEntry }),
  createRoute({ getParentRoute: () => app, path: '/$', component: AppEntry }),
] as const

// To everybody but the support team the desk is the landing page, and its code is not loaded.
const admin = createRoute({ getParentRoute: () => root, path: '/admin', component: Outlet })
const adminRoutes = [
  createRoute({ getParentRoute: () => admin, path: '/', component: Desk }),
  createRoute({ getParentRoute: () => admin, path: '/$', component: Desk }),
] as const

const product = createRoute({
  getParentRoute: () => root,
  path: '/product',
  validateSearch: listOf,
  component: () => (
    <ProductGate>
      <FramedProduct />
    </ProductGate>
  ),
})

const productRoutes = [
  createRoute({ getParentRoute: () => product, path: '/', component: Lists }),
  createRoute({ getParentRoute: () => product, path: '/shoppinglist', component: Lists }),
  createRoute({ getParentRoute: () => product, path: '/dashboard', component: Dashboard }),
  createRoute({ getParentRoute: () => product, path: '/account', component: Account }),
  createRoute({
    getParentRoute: () => product,
    path: '/account/delete',
    component: DeleteAccount,
  }),
  createRoute({ getParentRoute: () => product, path: '/friends', component: Friends }),
  createRoute({ getParentRoute: () => product, path: '/ready', component: Ready }),
  createRoute({ getParentRoute: () => product, path: '/feedback', component: Feedback }),
  createRoute({
    getParentRoute: () => product,
    path: '/item',
    validateSearch: itemOf,
    component: Lists,
  }),
  createRoute({ getParentRoute: () => product, path: '/$', component: Dashboard }),
] as const

function Crash({ error }: { readonly error: unknown }) {
  const { account, log } = useApp()
  return (
    <CrashScreen
      error={error}
      rescue={() => ({ offline: account.state.get().offline, log: log.read() })}
    />
  )
}

function Inspect() {
  const { account, identity, log, operations, settings } = useApp()
  const { offline } = useReadable(account.state)
  const { downtime, debugGraphql, sendAnalytics, stubbed } = useReadable(settings)
  const flags = Object.entries({ downtime, debugGraphql, sendAnalytics, stubbed })
  return (
    <InspectScreen
      offline={offline}
      identity={identity}
      log={log}
      operations={operations.read()}
      flags={flags.flatMap(([flag, isOn]) => (isOn ? [flag] : []))}
    />
  )
}

const deskPages = ['feedback', 'users', 'mail', 'log'] as const

function Desk() {
  const { session, network, accountCalls } = useApp()
  const { user } = useReadable(session.state)
  const { pathname } = useLocation()
  if (!isStaff(user?.role) || user === undefined) return <Landing />
  const [, path] = /^\/admin\/([a-z]+)\/?$/.exec(pathname) ?? []
  const page = deskPages.find(one => one === path) ?? 'dashboard'
  return <DeskScreen key={user.id} page={page} network={network} calls={accountCalls} user={user} />
}

function Everything() {
  const { session, typed } = useApp()
  const { user } = useReadable(session.state)
  useEffect(() => keepFocus(document), [])
  return (
    <SignedIn value={user !== undefined}>
      <KeptTexts value={typed()}>
        <Outlet />
      </KeptTexts>
    </SignedIn>
  )
}

function Landing() {
  return <LandingScreen theme={useApp().theme} />
}

function Contact() {
  return <ContactScreen send={useApp().contact} />
}

const listPaths = /^\/product(\/shoppinglist)?\/?$/
const itemPaths = /^\/product\/item\/?$/

function useIsAt(paths: RegExp): boolean {
  return paths.test(useLocation().pathname)
}

function FramedProduct() {
  const chosenId = useChosenList(product.useSearch().list)
  const onList = useIsAt(listPaths)
  return (
    <ProductFrame chosenId={onList ? chosenId : undefined}>
      <Outlet />
    </ProductFrame>
  )
}

/** What the screens of lists stand in. */
function useListsFrame() {
  const { network, memory } = useApp()
  const frame = useFrame()
  return {
    connection: <ConnectionLine brief />,
    tools: frame.wide ? null : <AccountMenu look="icon" />,
    onOpenLists: frame.wide ? undefined : frame.openLists,
    onShowTray: frame.showTray,
    network,
    memory,
    typed: frame.typed,
  }
}

/** A list by its own URL or by that of one of its items: the same screen, so that one leads to the other. */
function Lists() {
  const frame = useFrame()
  const listsFrame = useListsFrame()
  const navigate = useNavigate()
  const { list, item = '' } = useSearch({ strict: false })
  const isItem = useIsAt(itemPaths)
  const chosenId = useChosenList(list)
  if (isItem) {
    return (
      <ListScreen
        itemId={item}
        onItemLeft={listId =>
          navigate({
            to: '/product/shoppinglist',
            search: { list: listId },
            replace: true,
            resetScroll: false,
          })
        }
        {...listsFrame}
      />
    )
  }
  if (chosenId === undefined) {
    return (
      <NoListScreen
        connection={listsFrame.connection}
        tools={listsFrame.tools}
        onNewList={frame.wide ? undefined : frame.newList}
      />
    )
  }
  return <ListScreen listId={chosenId} {...listsFrame} />
}

function Dashboard() {
  const frame = useFrame()
  return (
    <DashboardScreen
      {...useListsFrame()}
      connection={<ConnectionLine />}
      onNewList={frame.wide ? undefined : frame.newList}
    />
  )
}

function Account() {
  const { session, network, devices, passkeys, waysIn, push, settings, keys } = useApp()
  const { apiEnv } = useReadable(settings)
  return (
    <AccountScreen
      session={session}
      network={network}
      devices={devices}
      passkeys={passkeys}
      waysIn={waysIn}
      providerHref={`${apiEnv}/auth/oauth?next=%2Fproduct%2Faccount`}
      leaveTo={url => location.assign(url)}
      header={<PageHeader title="Account settings" />}
      preferences={
        <>
          <Preferences keys={keys} />
          <Notices network={network} push={push} />
        </>
      }
    />
  )
}

function DeleteAccount() {
  const { session, network, account, toasts } = useApp()
  const navigate = useNavigate()
  return (
    <DeleteScreen
      session={session}
      network={network}
      header={<PageHeader title="Delete account" />}
      onDeleted={async () => {
        await account.leave()
        toasts.show({ type: 'success', text: 'Your account is deleted.' })
        // Says as well whether this device let go of everything.
        await navigate({ to: '/logout' })
      }}
    />
  )
}

function Friends() {
  const { network, session } = useApp()
  const { user } = useReadable(session.state)
  const header = <PageHeader title="Friends" />
  return <FriendsScreen network={network} ownEmail={user?.email} header={header} />
}

function Feedback() {
  const { network, log } = useApp()
  const { typed } = useFrame()
  const header = <PageHeader title="Feedback" />
  return <FeedbackScreen header={header} network={network} log={log} typed={typed} />
}

function Ready() {
  const { session } = useApp()
  const navigate = useNavigate()
  return (
    <ReadyScreen
      session={session}
      header={<PageHeader title="Ready for the shop" />}
      onSignIn={() => navigate({ to: '/login', search: { next: '/product/ready' } })}
    />
  )
}

/**
 * Only a path of this app: a link must not lead through the sign-in to somebody else's page. What is refused
 * is named too, since the router keeps every parameter that a route leaves out.
 */
function nextOf({ next }: Record<string, unknown>): { next?: string | undefined } {
  const isPath = typeof next === 'string' && /^\/(?![/\\])/.test(next)
  return { next: isPath ? next : undefined }
}

/** What the link of an invitation carried on to the sign-up. */
function invitationOf({ inviteId, addFriend }: Record<string, unknown>): {
  inviteId?: string | undefined
  addFriend?: boolean | undefined
} {
  if (typeof inviteId !== 'string') return { inviteId: undefined, addFriend: undefined }
  return { inviteId, addFriend: addFriend === true || addFriend === 'true' }
}

/** A token made of digits alone would come as a number, of which some would be lost. */
function tokenOf({ token }: Record<string, unknown>): { token?: string | undefined } {
  return { token: typeof token === 'string' ? token : undefined }
}

function inviteOf({ inviteId }: Record<string, unknown>): { inviteId?: string | undefined } {
  const isId = typeof inviteId === 'string' || typeof inviteId === 'number'
  return { inviteId: isId ? String(inviteId) : undefined }
}

function listOf({ list }: Record<string, unknown>): { list?: string | undefined } {
  const isId = typeof list === 'string' || typeof list === 'number'
  return { list: isId ? String(list) : undefined }
}

function itemOf({ item }: Record<string, unknown>): { item?: string | undefined } {
  const isId = typeof item === 'string' || typeof item === 'number'
  return { item: isId ? String(item) : undefined }
}

const routeTree = root.addChildren([
  ...publicRoutes,
  login,
  signUp,
  ...mailedRoutes,
  invite,
  logout,
  errorLogout,
  app.addChildren([...appRoutes]),
  admin.addChildren([...adminRoutes]),
  product.addChildren([...productRoutes]),
])

/**
 * `history` is the browser's if it is absent; every navigation ends at the top of the page. `basepath` is where
 * all of this lies: "/demo/" for the demo.
 */
export function createAppRouter(layers: Layers, history = createBrowserHistory(), basepath = '/') {
  const router = createRouter({
    routeTree,
    basepath,
    defaultPendingComponent: Loading,
    defaultErrorComponent: Crash,
    defaultNotFoundComponent: () => <Redirect to="/" />,
    scrollToTopSelectors: ['[data-scroller]'],
    history: beneathLayers(history, layers),
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
