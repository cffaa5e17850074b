/** What is kept where, how long, and who sees it: as the program does it, in plain words. */
import { Link } from '@tanstack/react-router'
import { Article } from './article.tsx'
import { SiteFrame } from './site-frame.tsx'

export function PrivacyScreen() {
  return (
    <SiteFrame title="Privacy">
      <Article title="Privacy">
        <p>
          Whoever runs the server that you use is responsible for what lies on it. This page says
          what the program does.
        </p>
        <h2>What the server keeps</h2>
        <ul>
          <li>
            Your name, your email address, your phone number if you gave one, your lists, your
            friends and the addresses that you asked. Your password is kept only as a hash that
            cannot be turned back.
          </li>
          <li>
            Where you are signed in, as “Chrome on Android”, and when each of these was last used.
          </li>
          <li>
            How you get in besides: the public half of each passkey with the name that you gave it,
            and the number by which another provider knows you. Of tokens for your scripts the name,
            when each was last used, and a hash.
          </li>
          <li>
            How you like it: your preferences, the filters that you saved, and when you want no
            notices.
          </li>
          <li>
            Who changed what on a list: for <strong>90 days</strong>, so that changes can be looked
            at and undone.
          </li>
          <li>
            The answers to your changes: for <strong>90 days</strong>, so that a change that was
            sent twice has one effect. What you delete leaves them at once.
          </li>
          <li>
            Where you turn on notices: the address at which your browser’s push service takes them,
            until you turn them off or sign out. What is sent there can be read by your browser
            alone.
          </li>
          <li>
            What you delete lies in the bin for <strong>30 days</strong>, then it is gone. Its
            random number stays for some months, also past the end of your account, so that people
            who had it are told that it was deleted.
          </li>
          <li>
            Feedback and messages that you send, until you or the people who answer delete them. The
            log of your device goes along only where you agree, and is shown to you first.
          </li>
          <li>
            What those who answer feedback and look after accounts did to either, with the number of
            the account, also past its end: for <strong>365 days</strong>.
          </li>
          <li>
            Your address, once your account is deleted, until the mail that tells you so has left:
            seconds, or about <strong>a month</strong> where it cannot be delivered.
          </li>
          <li>
            Where no mail server is set up, mails to you: for <strong>30 days</strong>, also past
            the end of your account. Administrators can read them.
          </li>
          <li>
            Backups, as long as whoever runs the server keeps them. What was deleted since is still
            in them.
          </li>
        </ul>
        <h2>What the server writes in its log</h2>
        <p>
          Each request with its time, its kind, how long it took and, at a sign-in, the number of
          the account. No names, no addresses, no texts. How often somebody tries a password is
          counted under keys that name neither an account nor a network address. How long logs are
          kept is decided by whoever runs the server.
        </p>
        <h2>What is on your device</h2>
        <p>
          Your account, lists, friends and feedback, and the changes that have not been sent yet, so
          that everything works without a network; a cookie that keeps you signed in, and one for
          what is sent before you are; a cookie that says that you were signed in here before, so
          that nobody who tries passwords elsewhere locks you out of this browser, for{' '}
          <strong>400 days</strong>; a random name for the browser and one for each tab, so that
          your own changes are told from those of others; and a log of what went wrong, of at most
          500 lines, without names, texts or addresses. <Link to="/inspect">This device</Link> shows
          it. What you do in the demo is never sent anywhere; deleting its account there removes it.
        </p>
        <h2>Shared devices</h2>
        <p>
          Signing out removes your lists and the log from the device; only the number of your
          account, the random names, the cookie that says that you were signed in here before, and
          the look and the keys that you chose stay. If you do not sign out, whoever uses this
          browser after you sees your lists, with or without a network. On a device that is not
          yours, use a private window, and sign out.
        </p>
        <h2>Who sees it</h2>
        <p>
          You, the people with whom you share a list (your name, and what you do on that list), and
          whoever runs the server. Your email address is shown to people whom you accepted as
          friends or asked to become one, your phone number to your friends, and both to the people
          who answer feedback; to nobody else. Who has an invitation of yours sees your name, and
          that of the list that comes with it. Nothing is passed on to advertisers or sold.
        </p>
        <h2>Counting visits</h2>
        <p>
          Off, unless whoever runs the server turned it on. Then pages that are opened and what
          comes of a change are counted at an address of their choice, with the number of your
          account and without what you wrote; never for browsers that ask not to be tracked.
        </p>
        <h2>What you can do</h2>
        <p>
          Take a list along from its menu, or delete it there. In the account settings, “Download my
          data” gives you your account, lists, friends and feedback as one file, and “Delete
          account” removes them from the server. <Link to="/contact">Ask</Link> for the rest.
        </p>
      </Article>
    </SiteFrame>
  )
}
