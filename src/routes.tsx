/** Every URL of the product on one page. */
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
import { useEffect } from 'react'
import { useReadable } from './cache/hooks/use-readable.ts'
import {
  AboutScreen,
  BlogScreen,
  ChangeEmailScreen,
  ErrorLogoutScreen,
  ForgotPasswordScreen,
  InviteScreen,
  LoginScreen,
  LogoutScreen,
  PostScreen,
  PrivacyScreen,
  ResendVerificationScreen,
  ResetPasswordScreen,
  SignUpScreen,
  UnlockScreen,
  VerifyEmailScreen,
} from './routes/late-screens.tsx'
import {
  Account,
  Contact,
  Dashboard,
  DeleteAccount,
  Desk,
  Feedback,
  FramedProduct,
  Friends,
  Inspect,
  Landing,
  Lists,
  Ready,
} from './routes/screens.tsx'
import {
  invitationIdOf,
  invitationOf,
  itemOf,
  listOf,
  nextOf,
  tokenOf,
} from './routes/search-params.ts'
import { useSignedIn } from './shell/account/use-signed-in.tsx'
import { useApp } from './shell/app.tsx'
import { AppEntry } from './shell/app-entry.tsx'
import { CrashScreen } from './shell/crash-screen.tsx'
import { DemoNotice } from './shell/demo-notice.tsx'
import { useDowntime } from './shell/downtime-screen.tsx'
import { beneathLayers } from './shell/frame/beneath-layers.ts'
import { ProductGate } from './shell/frame/product-gate.tsx'
import { Redirect } from './shell/redirect.tsx'
import { keepFocus } from './ui/dialog/kept-focus.ts'
import type { Layers } from './ui/dialog/layers.tsx'
import { KeptTexts } from './ui/form/kept-texts.ts'
import { ignoreSecondPress } from './ui/gestures/second-press.ts'
import { Loading } from './ui/loading/loading.tsx'
import { Reload } from './ui/loading/reload.ts'
import { SignedIn } from './ui/signed-in.ts'

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

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: nextOf,
  component: function Login() {
    const { session, settings } = useApp()
    const { next } = login.useSearch()
    const { signInElsewhere, apiEnv } = useReadable(settings)
    const signedIn = useSignedIn(next)
    // Who signs in once more by another provider shows who they are: what it brought is taken first.
    const isBringing = useLocation().hash !== ''
    const down = useDowntime()
    return (
      (isBringing ? undefined : signedIn) ??
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
  validateSearch: invitationIdOf,
  component: function Invite() {
    const { session, account, invitations, network } = useApp()
    const { inviteId = '' } = invite.useSearch()
    const { offline } = useReadable(account.state)
    const navigate = useNavigate()
    return (
      <InviteScreen
        inviteId={inviteId}
        invitations={invitations}
        network={network}
        session={session}
        account={account.state}
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
    validateSearch: search => ({ ...tokenOf(search), ...invitationIdOf(search) }),
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

const leftHash = 'left'

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: function Logout() {
    const { account, demo } = useApp()
    const navigate = useNavigate()
    // In the address, which the tab has again when it is opened another day. On the way to the next page it is that one's.
    const asks = useLocation({
      select: ({ pathname, hash }) => pathname !== '/logout' || hash === leftHash,
    })
    return (
      <LogoutScreen
        account={account.state}
        asks={asks}
        isDemo={demo !== undefined}
        onLeave={account.leave}
        onLeft={() => void navigate({ to: '/logout', hash: leftHash, replace: true })}
        onClean={account.clean}
      />
    )
  },
})

const errorLogout = createRoute({
  getParentRoute: () => root,
  path: '/errorlogout',
  validateSearch: nextOf,
  component: function ErrorLogout() {
    const { account } = useApp()
    const { next } = errorLogout.useSearch()
    const signedIn = useSignedIn(next ?? '/app')
    return signedIn ?? <ErrorLogoutScreen account={account.state} next={next} />
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

function Everything() {
  const { session, typed, reload, updates } = useApp()
  const { user } = useReadable(session.state)
  // Where the lists are it has its place among their bars.
  const isOutside = useLocation({ select: ({ pathname }) => !/^\/product(\/|$)/.test(pathname) })
  // A part that is missing may be one that the server has of a newer version alone, which the same page would miss again.
  const loadAgain = () => (updates.state.get() === 'none' ? reload() : void updates.applyUpdate())
  useEffect(() => keepFocus(document), [])
  useEffect(() => ignoreSecondPress(document), [])
  return (
    <SignedIn value={user !== undefined}>
      <KeptTexts value={typed()}>
        <Reload value={loadAgain}>
          {isOutside ? <DemoNotice /> : null}
          <Outlet />
        </Reload>
      </KeptTexts>
    </SignedIn>
  )
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
