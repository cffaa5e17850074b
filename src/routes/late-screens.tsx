/** Every screen, whose code loads with its first visit. */
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { reportChunkFailure } from '../offline/worker/update-after-chunk-failure.ts'
import { lazyComponent } from '../ui/loading/lazy-component.tsx'
import { Loading } from '../ui/loading/loading.tsx'
import { LoadingScreen } from '../ui/loading/loading-screen.tsx'
import { PartFailed } from '../ui/loading/part-failed.tsx'

export const LandingScreen = screen(
  async () => (await import('../site/landing-screen.tsx')).LandingScreen,
)
export const AboutScreen = screen(
  async () => (await import('../site/about-screen.tsx')).AboutScreen,
)
export const PrivacyScreen = screen(
  async () => (await import('../site/privacy-screen.tsx')).PrivacyScreen,
)
export const BlogScreen = screen(async () => (await import('../site/blog-screen.tsx')).BlogScreen)
export const PostScreen = screen(async () => (await import('../site/post-screen.tsx')).PostScreen)
export const ContactScreen = screen(
  async () => (await import('../site/contact-screen.tsx')).ContactScreen,
)
export const InspectScreen = screen(
  async () => (await import('../site/inspect-screen.tsx')).InspectScreen,
)
export const LoginScreen = screen(
  async () => (await import('../sign-in/login-screen.tsx')).LoginScreen,
)
export const SignUpScreen = screen(
  async () => (await import('../sign-in/sign-up-screen.tsx')).SignUpScreen,
)
export const ForgotPasswordScreen = screen(
  async () => (await import('../sign-in/forgot-password-screen.tsx')).ForgotPasswordScreen,
)
export const ResetPasswordScreen = screen(
  async () => (await import('../sign-in/reset-password-screen.tsx')).ResetPasswordScreen,
)
export const VerifyEmailScreen = screen(
  async () => (await import('../sign-in/verify-email-screen.tsx')).VerifyEmailScreen,
)
export const ChangeEmailScreen = screen(
  async () => (await import('../sign-in/change-email-screen.tsx')).ChangeEmailScreen,
)
export const ResendVerificationScreen = screen(
  async () => (await import('../sign-in/resend-verification-screen.tsx')).ResendVerificationScreen,
)
export const UnlockScreen = screen(
  async () => (await import('../sign-in/unlock-screen.tsx')).UnlockScreen,
)
export const LogoutScreen = screen(
  async () => (await import('../account/leaving/logout-screen.tsx')).LogoutScreen,
)
export const ErrorLogoutScreen = screen(
  async () => (await import('../account/leaving/error-logout-screen.tsx')).ErrorLogoutScreen,
)
export const ListScreen = screen(async () => (await import('../list/list-screen.tsx')).ListScreen)
export const NoListScreen = screen(
  async () => (await import('../list/no-list-screen.tsx')).NoListScreen,
)
export const DashboardScreen = screen(
  async () => (await import('../overview/dashboard-screen.tsx')).DashboardScreen,
)
export const Preferences = section(
  async () => (await import('../preferences/preferences.tsx')).Preferences,
)
export const AccountScreen = screen(async () => {
  // It stands above the rest, which would go down beneath the finger; without it the page goes on.
  void OwnAccount.preload()
  return (await import('../account/account-screen.tsx')).AccountScreen
})
// No device keeps these: without the network their places say so, and the page goes on.
export const OwnAccount = lazyComponent(
  async () => (await import('../account/own-account.tsx')).OwnAccount,
  { waiting: () => <Loading /> },
)
export const Notices = lazyComponent(
  async () => (await import('../preferences/notices.tsx')).Notices,
  { waiting: () => <Loading /> },
)
export const FriendsScreen = screen(
  async () => (await import('../friends/friends-screen.tsx')).FriendsScreen,
)
export const InviteScreen = screen(
  async () => (await import('../invite/invite-screen.tsx')).InviteScreen,
)
export const FeedbackScreen = screen(
  async () => (await import('../feedback/feedback-screen.tsx')).FeedbackScreen,
)
export const DeleteScreen = screen(
  async () => (await import('../account/leaving/delete-screen.tsx')).DeleteScreen,
)
export const DeskScreen = screen(async () => (await import('../admin/desk-screen.tsx')).DeskScreen)
export const ReadyScreen = screen(
  async () => (await import('../ready/ready-screen.tsx')).ReadyScreen,
)

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
  await part.preload()
}

/** Loads the code of the list's screen, for a page that shows its picture. */
export async function preloadList(): Promise<void> {
  await ListScreen.preload()
}

/** A screen whose code loads when it is first shown; if it cannot be had, the page may load again once. */
function screen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazyComponent(load, {
    waiting: () => <LoadingScreen />,
    failed: failure => (
      <div className="m-auto max-w-md p-4">
        <h1 className="pb-2 text-lg font-semibold text-primary">Not here yet</h1>
        <PartFailed {...failure} />
        <Link to="/app" className="inline-flex min-h-12 items-center font-semibold text-link">
          Your lists
        </Link>
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
