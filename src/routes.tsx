/** Every URL of the product on one page. Screens load with their first visit. */
import { createBrowserHistory } from '@tanstack/history'
import type { ComponentType, ReactNode } from 'react'
import { isStaff } from '../rules/roles.ts'
import { useReadable } from './cache/hooks/use-readable.ts'
import { reportChunkFailure } from './offline/worker/update-after-chunk-failure.ts'
import { createRouter, type Path } from './parts/router/router.ts'
import { useLocation, useNavigate } from './parts/router/use-router.tsx'
import { AccountMenu } from './shell/account/account-menu.tsx'
import { useSignedIn } from './shell/account/use-signed-in.tsx'
import { useApp } from './shell/app.tsx'
import { AppEntry } from './shell/app-entry.tsx'
import { CrashBoundary } from './shell/crash-screen.tsx'
import { useDowntime } from './shell/downtime-screen.tsx'
import { beneathLayers } from './shell/frame/beneath-layers.ts'
import { PageHeader } from './shell/frame/page-header.tsx'
import { ProductFrame, useFrame } from './shell/frame/product-frame.tsx'
import { ProductGate } from './shell/frame/product-gate.tsx'
import { useChosenList } from './shell/frame/use-chosen-list.ts'
import { ConnectionLine } from './shell/sync/connection-line.tsx'
import type { Layers } from './ui/dialog/layers.tsx'
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

function Login() {
  const { session, settings } = useApp()
  const next = innerPath(useLocation().search.next)
  const { signInElsewhere, apiEnv } = useReadable(settings)
  const signedIn = useSignedIn(next)
  const down = useDowntime()
  return (
    signedIn ??
    down ?? (
      <LoginScreen session={session} elsewhere={signInElsewhere} next={next} apiEnv={apiEnv} />
    )
  )
}

/** Only a path of this app: a link must not lead through the sign-in to somebody else's page. */
function innerPath(next = ''): Path | undefined {
  return /^\/(?![/\\])/.test(next) ? `/${next.slice(1)}` : undefined
}

function SignUp() {
  const { session } = useApp()
  const { inviteId, addFriend } = useLocation().search
  const signedIn = useSignedIn(undefined)
  const down = useDowntime()
  // What the link of an invitation carried on to here.
  const invitation = inviteId === undefined ? {} : { inviteId, addFriend: addFriend === 'true' }
  return signedIn ?? down ?? <SignUpScreen session={session} invitation={invitation} />
}

function Invite() {
  const { session, account, invitations, network } = useApp()
  const { inviteId = '' } = useLocation().search
  const { status, user } = useReadable(session.state)
  const { offline } = useReadable(account.state)
  const navigate = useNavigate()
  return (
    <InviteScreen
      inviteId={inviteId}
      invitations={invitations}
      network={network}
      signedInAs={status === 'LOGGED_IN' && user ? `${user.firstName} ${user.lastName}` : undefined}
      onAccepted={async list => {
        await offline?.refresh()
        await (list === undefined
          ? navigate({ to: '/product/friends' })
          : navigate({ to: '/product/shoppinglist', search: { list } }))
      }}
    />
  )
}

function Logout() {
  const { account } = useApp()
  return <LogoutScreen account={account.state} onLeave={account.leave} onClean={account.clean} />
}

function ErrorLogout() {
  const { account } = useApp()
  return <ErrorLogoutScreen account={account.state} />
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
  return <DeskScreen page={page} network={network} calls={accountCalls} user={user} />
}

function Landing() {
  return <LandingScreen theme={useApp().theme} />
}

const listPaths = /^\/product(\/shoppinglist)?\/?$/
const itemPaths = /^\/product\/item\/?$/

function useIsAt(paths: RegExp): boolean {
  return paths.test(useLocation().pathname)
}

function FramedProduct({ children }: { readonly children: ReactNode }) {
  const chosenId = useChosenList(useLocation().search.list)
  const onList = useIsAt(listPaths)
  return <ProductFrame chosenId={onList ? chosenId : undefined}>{children}</ProductFrame>
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
  }
}

/** A list by its own URL or by that of one of its items: the same screen, so that one leads to the other. */
function Lists() {
  const frame = useFrame()
  const listsFrame = useListsFrame()
  const navigate = useNavigate()
  const { list, item = '' } = useLocation().search
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
  const { session, network, devices, passkeys, waysIn, push, settings } = useApp()
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
          <Preferences />
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

/** By path; what stands in no area of its own and not here is the first page. */
export const screens: Readonly<Record<string, () => ReactNode>> = {
  '/about': () => <AboutScreen />,
  '/privacy': () => <PrivacyScreen />,
  '/blog': () => <BlogScreen />,
  '/contact': () => <ContactScreen send={useApp().contact} />,
  '/inspect': Inspect,
  '/login': Login,
  '/signup': SignUp,
  '/invite': Invite,
  // What mails lead to: for everybody, whoever is signed in here.
  '/forgotpassword': () => <ForgotPasswordScreen {...useApp()} />,
  '/reset-password': () => <ResetPasswordScreen {...useApp()} />,
  '/verify-email': () => <VerifyEmailScreen {...useApp()} />,
  '/change-email': () => <ChangeEmailScreen {...useApp()} />,
  '/resend-verification-email': () => <ResendVerificationScreen {...useApp()} />,
  '/unlock-account': () => <UnlockScreen {...useApp()} />,
  '/logout': Logout,
  '/errorlogout': ErrorLogout,
  '/product': Lists,
  '/product/shoppinglist': Lists,
  '/product/item': Lists,
  '/product/dashboard': Dashboard,
  '/product/account': Account,
  '/product/account/delete': DeleteAccount,
  '/product/friends': Friends,
  '/product/ready': Ready,
  '/product/feedback': Feedback,
}

const areas: Readonly<Record<string, () => ReactNode>> = {
  product: Dashboard,
  app: AppEntry,
  // To everybody but the support team the desk is the landing page, and its code is not loaded.
  admin: Desk,
}

const post = /^\/blog\/([^/]+)$/

/** The screen of the page that is shown. */
export function Screens() {
  const { pathname } = useLocation()
  const { user } = useReadable(useApp().session.state)
  const path = pathname.replace(/\/$/, '')
  const [, area = ''] = path.split('/')
  const Screen = screens[path] ?? (post.test(path) ? Post : (areas[area] ?? Landing))
  const screen = (
    <Faults>
      <Screen />
    </Faults>
  )
  return (
    <SignedIn value={user !== undefined}>
      <Faults>
        {area === 'product' ? (
          <ProductGate>
            <FramedProduct>{screen}</FramedProduct>
          </ProductGate>
        ) : (
          screen
        )}
      </Faults>
    </SignedIn>
  )
}

function Post() {
  const [, slug = ''] = post.exec(useLocation().pathname.replace(/\/$/, '')) ?? []
  return <PostScreen slug={slug} />
}

/** A fault ends with the page that it is on. */
function Faults({ children }: { readonly children: ReactNode }) {
  const { account, log } = useApp()
  const { href } = useLocation()
  return (
    <CrashBoundary
      at={href}
      rescue={() => ({ offline: account.state.get().offline, log: log.read() })}
    >
      {children}
    </CrashBoundary>
  )
}

/**
 * `history` is the browser's if it is absent; every navigation ends at the top of the page. `basepath` is where
 * all of this lies: "/demo/" for the demo.
 */
export function createAppRouter(layers: Layers, history = createBrowserHistory(), basepath = '/') {
  return createRouter(beneathLayers(history, layers), basepath)
}
