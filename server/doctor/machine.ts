/** What can be told of the machine without the database. */
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { shownDigest } from '../build-sources.ts'
import { builtFile } from '../built-file.ts'
import { sqliteFileName } from '../db/sqlite.ts'
import { sqliteMarkName } from '../db/sqlite-mark.ts'
import { checkSmtp } from '../mail/transport.ts'
import { otherOwner, reach } from '../reach.ts'
import type { SettingError } from '../settings/setting-error.ts'
import type { Settings } from '../settings.ts'
import type { Finding } from './finding.ts'

/** Below this the disk is called full: a backup and a busy day need as much, in bytes. */
const leastFree = 500_000_000

/** Whether the address that people type and the proxy before the server fit together. */
export function checkSettings({ publicUrl, trustProxy }: Settings): Finding {
  const about = 'settings'
  // The server itself speaks no TLS.
  if (publicUrl?.startsWith('https:') && trustProxy === 0) {
    return {
      about,
      says: 'PUBLIC_URL is https, so a proxy stands in front; without TRUST_PROXY all people share one limit on tries.',
      mend: 'TRUST_PROXY=true npm start',
    }
  }
  return { about, says: 'They can be read, and fit together.' }
}

/** Why there are no settings to look at: one is wrong, or their file is another user's. */
export function unreadSettings({ message }: SettingError, envFile = '.env'): Finding {
  const asOwner = reach(envFile) === 'barred' ? asItsOwner(envFile) : undefined
  const mend = asOwner ?? 'Change it where it is set: in .env, the unit file or the environment.'
  return { about: 'settings', says: message, mend }
}

/** Whether a build of the app ran to its end. */
export async function checkBuild({ buildDir }: Settings): Promise<Finding> {
  const about = 'app'
  const folder = resolve(buildDir)
  try {
    const digest = await readFile(join(folder, builtFile), 'utf8')
    // As /inspect names it on a device.
    return { about, says: `It is built, as +${shownDigest(digest)}.` }
  } catch {
    if (reach(join(folder, builtFile)) === 'barred') {
      const says = `The built app in ${folder} cannot be read by who runs this.`
      return { about, says, mend: `sudo chmod -R a+rX '${folder}'` }
    }
    const says = `There is no built app in ${folder}, or not all of it.`
    return { about, says, mend: 'npm run build' }
  }
}

/** Of the data, and of what may hold passwords: its owner's alone, writable, and no file another user's. */
export async function checkPermissions({ dataDir }: Settings): Promise<Finding> {
  const about = 'permissions'
  const folder = resolve(dataDir)
  if ((await modeOf(folder)) === undefined) {
    return { about, says: `${folder} is not there yet: the server makes it.` }
  }
  const isWritable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) {
    const says = `${folder} cannot be written by who runs this.`
    return { about, says, mend: asItsOwner(folder) ?? `chmod -R u+rwX '${folder}'` }
  }
  const names = [...['', '-wal', '-shm'].map(end => `${sqliteFileName}${end}`), sqliteMarkName]
  const files = names.map(name => join(folder, name))
  const { uid, gid } = await stat(folder)
  const owners = await Promise.all(files.map(path => stat(path).catch(() => ({ uid }))))
  const foreign = files.filter((_path, index) => owners[index]?.uid !== uid)
  if (foreign.length > 0) {
    // Root can open them all the same, so nothing else that it looks at tells.
    return {
      about,
      says: `The owner of ${folder} cannot open ${foreign.join(', ')}, which another user owns.`,
      mend: `sudo chown ${uid}:${gid} ${quoted(foreign)}`,
    }
  }
  const loose: string[] = []
  // On Windows the modes of files say nothing.
  const isTold = process.geteuid !== undefined
  for (const path of [folder, ...files, join(folder, 'mail'), resolve('.env')]) {
    if (isTold && ((await modeOf(path)) ?? 0) & 0o077) loose.push(path)
  }
  if (loose.length === 0) return { about, says: `${folder} is its owner's alone.` }
  return {
    about,
    says: `Others on this machine can reach ${loose.join(', ')}.`,
    mend: `chmod go= ${quoted(loose)}`,
  }
}

function quoted(paths: readonly string[]): string {
  return paths.map(path => `'${path}'`).join(' ')
}

/** What to run instead where it is another user's: that it was one's own would keep the service out. */
export function asItsOwner(path: string): string | undefined {
  const owner = otherOwner(path)
  return owner === undefined ? undefined : `sudo -u '#${owner}' npm run doctor`
}

/** In bytes, of the disk that a folder lies on. */
export type FreeSpace = (folder: string) => Promise<number>

export const systemFreeSpace: FreeSpace = async folder => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether the disk of the data has room; of the working folder while there is no data yet. */
export async function checkDisk({ dataDir }: Settings, freeSpace: FreeSpace): Promise<Finding> {
  const about = 'disk'
  const folder = resolve(dataDir)
  const place = (await modeOf(folder)) === undefined ? resolve('.') : folder
  const free = await freeSpace(place)
  const says = `${Math.floor(free / 1_000_000).toLocaleString('en')} MB are free where ${place} lies.`
  return free >= leastFree
    ? { about, says }
    : { about, says, mend: `du -xh '${place}' | sort -h | tail` }
}

/** Whether the mail server lets this one in; nothing is sent. Without one, where mails are kept is no fault. */
export async function checkMail({ smtpUrl, dataDir }: Settings): Promise<Finding> {
  const about = 'mail'
  if (smtpUrl === undefined) {
    return { about, says: `SMTP_URL is not set: mails are kept in ${resolve(dataDir, 'mail')}.` }
  }
  const failure = await checkSmtp(smtpUrl)
  const { hostname, port, protocol } = new URL(smtpUrl)
  if (failure === undefined) return { about, says: `${hostname} takes mails.` }
  const isSecure = protocol === 'smtps:'
  const place = port || (isSecure ? '465' : '587')
  if (/^E?AUTH/.test(failure)) {
    return {
      about,
      says: `${hostname} does not accept the name and password in SMTP_URL.`,
      mend: 'SMTP_URL=smtp://user:password@host:587 npm run doctor',
    }
  }
  if (failure.startsWith('STARTTLS ')) {
    return {
      about,
      says: `${hostname} offers no TLS (${failure}): the password in SMTP_URL would go in plain text, and does not go.`,
      mend: `SMTP_URL='smtp://user:password@${hostname}:${place}?requireTLS=false' npm run doctor`,
    }
  }
  if (/CERT|VERIFY_LEAF/.test(failure)) {
    return {
      about,
      says: `${hostname} shows a certificate that is not accepted (${failure}).`,
      mend: `openssl s_client -connect ${hostname}:${place}${isSecure ? '' : ' -starttls smtp'}`,
    }
  }
  return {
    about,
    says: `${hostname} does not answer as a mail server (${failure}).`,
    mend: `nc -vz ${hostname} ${place}`,
  }
}

async function modeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mode }) => mode,
    () => undefined,
  )
}
