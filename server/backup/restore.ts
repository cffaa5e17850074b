/**
 * `npm run restore`: a copy takes the place of the data. Whoever was signed in when it was made has to sign in
 * again, links in mails of then are void, and a new epoch tells every device that what it knows is unknown.
 */
import { accessSync, constants, existsSync } from 'node:fs'
import { chmod, copyFile, link, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { gonePurpose, goneUntil, rememberRenewed } from '../access/share-links.ts'
import { epochRenewal, revisionLeap } from '../db/epoch.ts'
import { openDatabase } from '../db/open.ts'
import { openPostgres } from '../db/postgres.ts'
import type { Schema } from '../db/schema.ts'
import { sqliteFileName } from '../db/sqlite.ts'
import { giveToOwnerOf } from '../give-to-owner-of.ts'
import { makeFolder } from '../make-folder.ts'
import type { TokenPurpose } from '../tokens/tokens.ts'
import type { BackupSettings } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { moveCompanions } from './companions.ts'
import { checkCopy, copyWhole, readableCopy } from './copy.ts'
import { flushFile, flushFolder } from './flush.ts'
import { lastChangeIn, lastChangeOf } from './last-change.ts'
import {
  goingOnAfter,
  goOnAfter,
  type Numbered,
  numberedIn,
  numberedOf,
  unnumbered,
} from './last-id.ts'
import { ownPlace } from './own-place.ts'
import { checkDump, runScripts, toScript } from './postgres-tools.ts'
import { refuseOthers } from './refuse-others.ts'
import { closeWhole, refuseRunning } from './refuse-running.ts'
import { heed } from './run-command.ts'
import { sayingWhereFull } from './saying-where-full.ts'

export interface RestoreRequest {
  readonly settings: BackupSettings
  /** The copy that `npm run backup` made, or for PostgreSQL the dump. */
  readonly copy: string
  /** Told that what was changed after the copy shall go. */
  readonly overwrite: boolean
  readonly now: Date
  /** Aborted, it throws, and nothing was restored. */
  readonly stopped?: AbortSignal | undefined
}

/** Answers in which files the data of before lies now: in none where there was none, or none is kept. */
export async function restore(request: RestoreRequest): Promise<readonly string[]> {
  const { databaseUrl } = request.settings
  refuseUnreadable(request.copy)
  return databaseUrl ? restorePostgres(request, databaseUrl) : restoreSqlite(request)
}

/** A name that was mistyped, or another user's file, is not called a bad backup. */
function refuseUnreadable(copy: string): void {
  const file = resolve(copy)
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new BackupError(`${file} cannot be read by this user.`)
  }
}

async function restoreSqlite(request: RestoreRequest): Promise<readonly string[]> {
  const dataDir = resolve(request.settings.dataDir)
  await makeFolder(dataDir)
  return restoreBy(dataDir, request).catch(sayingWhereFull(`The disk of ${dataDir} is full.`))
}

/** By a folder beside the data, where all is made ready. */
async function restoreBy(
  dataDir: string,
  { copy, overwrite, now, stopped }: RestoreRequest,
): Promise<readonly string[]> {
  await using own = await ownPlace(join(dataDir, '.restore-'))
  const place = own.path
  const source = await readableCopy(copy, place)
  await heed(stopped)
  checkCopy(source, copy)
  await heed(stopped)
  const file = join(dataDir, sqliteFileName)
  const exists = existsSync(file)
  const isWhole = exists && closePresent(file, lastChangeOf(source), overwrite)
  const fresh = join(place, sqliteFileName)
  copyWhole(new DatabaseSync(source, { readOnly: true }), fresh)
  await heed(stopped)
  await chmod(fresh, 0o600)
  await beginAnew(place, now, isWhole ? numberedIn(file) : unnumbered)
  giveToOwnerOf(dataDir, fresh)
  await flushFile(fresh)
  await heed(stopped)
  const kept = `${file}.before-${now.toISOString().replaceAll(':', '-')}`
  // Left where a file was taken away without them: SQLite would write them into the one that comes.
  const companions = await moveCompanions(file, kept)
  // Beside first, then over it: there is a whole database under its name at every moment.
  if (isWhole) await link(file, kept).catch(() => copyFile(file, kept))
  // What is none may be one that nobody can read or link to.
  else if (exists) await rename(file, kept)
  await rename(fresh, file)
  await flushFolder(dataDir)
  return exists ? [kept, ...companions] : companions
}

/** Whether the database that is there now could be closed as a whole one; what is not wants to be overwritten. */
function closePresent(file: string, lastChangeOfCopy: string, overwrite: boolean): boolean {
  try {
    closeWhole(file, 'restore')
    if (!overwrite) refuseNewer(lastChangeOf(file), lastChangeOfCopy)
    return true
  } catch (error) {
    if (error instanceof BackupError) throw error
    if (overwrite) return false
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(
      `${file} cannot be read (${reason}): what came in after the copy would be gone. To restore all the same, ` +
        'add --overwrite; the file is kept beside it.',
    )
  }
}

async function restorePostgres(
  { copy, overwrite, now, stopped }: RestoreRequest,
  databaseUrl: string,
): Promise<readonly string[]> {
  const madeAt = await checkDump(copy, stopped)
  const database = await openPostgres(databaseUrl, 'aisle-restore')
  let present: Numbered
  try {
    await refuseRunning(database, 'restore')
    await refuseOthers(database)
    if (!overwrite) refuseNewer(await lastChangeIn(database), madeAt.toISOString())
    present = await numberedOf(database.query, 'postgres')
  } finally {
    await database.close()
  }
  await runDump({ copy, now, stopped }, databaseUrl, present).catch(
    sayingWhereFull(`The disk of ${tmpdir()} is full: set TMPDIR to a folder elsewhere.`),
  )
  return []
}

/** By a folder for temporary files, where the dump is written out as SQL. */
async function runDump(
  { copy, now, stopped }: Omit<RestoreRequest, 'settings' | 'overwrite'>,
  databaseUrl: string,
  present: Numbered,
): Promise<void> {
  await using place = await ownPlace(join(tmpdir(), 'aisle-restore-'))
  const before = join(place.path, 'before.sql')
  const script = join(place.path, 'dump.sql')
  const after = join(place.path, 'after.sql')
  await writeFile(before, dropTables, { mode: 0o600 })
  await writeFile(script, '', { mode: 0o600 })
  await writeFile(after, endingsAsScript(now.toISOString(), present), { mode: 0o600 })
  await toScript(copy, script, stopped)
  await runScripts(databaseUrl, [before, script, after], stopped)
}

/** In one go, since they refer to each other, and without `cascade`: what else refers to them would go with them. */
const dropTables = `
select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout';
do $$ declare names text; begin
  select string_agg(format('%I', tablename), ', ') into names from pg_tables
    where schemaname = current_schema() and tableowner = current_user;
  if names is not null then execute 'drop table ' || names; end if;
end $$;
`

function refuseNewer(present: string, copy: string): void {
  if (present <= copy) return
  throw new BackupError(
    `The data was changed at ${present}, after the copy of ${copy || 'an empty database'}: what came in ` +
      'between would be gone. To restore all the same, add --overwrite.',
  )
}

/** Brings the restored tables up to date; nothing of then is believed any more. */
async function beginAnew(dataDir: string, now: Date, present: Numbered): Promise<void> {
  const database = await openDatabase({ dataDir, now: () => now })
  try {
    await database.transaction(async tx => {
      for (const { statement } of endings()) await sql.raw(statement).execute(tx)
      await renewInvitations(tx, now.toISOString())
      await goOnAfter(tx, present)
    })
  } finally {
    await database.close()
  }
}

/** Nobody knows whose was renewed since: what was sent to the wrong people must not work again. */
async function renewInvitations(tx: Kysely<Schema>, now: string): Promise<void> {
  const people = await tx.selectFrom('user').select(['id', 'invite_id']).execute()
  for (const { id, invite_id } of people) {
    await rememberRenewed(tx, { inviteId: invite_id, userId: id, now })
  }
  await sql`update "user" set invite_id = lower(hex(randomblob(16)))`.execute(tx)
}

/** The same on PostgreSQL, where no code of ours is between. `now` is ISO 8601. */
function invitationRenewal(now: string): readonly Ending[] {
  const table = 'single_use_token'
  return [
    {
      table,
      statement: `insert into single_use_token (hash, purpose, user_id, created_at, expires_at)
        select encode(sha256(convert_to(invite_id, 'UTF8')), 'hex'), '${gonePurpose}', id,
          '${now}', '${goneUntil(now)}' from "user" on conflict (hash) do nothing`,
    },
    { table, statement: `update "user" set invite_id = replace(gen_random_uuid()::text, '-', '')` },
  ]
}

/**
 * The same in the one transaction of the restore, where `present` was the data of before. The next start
 * brings the tables up to date: some may lack.
 */
function endingsAsScript(now: string, present: Numbered): string {
  const numbering = { table: '"user"', statement: goingOnAfter(present) }
  const steps = [...endings(), ...invitationRenewal(now), numbering].map(
    ({ table, statement }) => `if to_regclass('${table}') is not null then ${statement}; end if;`,
  )
  return `reset search_path; do $$ begin ${steps.join(' ')} end $$;`
}

interface Ending {
  /** Where it is absent, so is what is to end. */
  readonly table: string
  readonly statement: string
}

/** What ends with a restore, whichever the engine. */
function endings(): readonly Ending[] {
  // But for the codes on paper, which are all that some have: a code works with the password only, once. And what
  // was an invitation stays nobody else's, nor is an id that was used given again.
  const kept: readonly TokenPurpose[] = ['recovery', gonePurpose, 'id-gone']
  const purposes = kept.map(purpose => `'${purpose}'`).join(', ')
  return [
    { table: 'session', statement: 'delete from session' },
    {
      table: 'single_use_token',
      statement: `delete from single_use_token where purpose not in (${purposes})`,
    },
    // Nor those that were ended since.
    { table: 'api_token', statement: 'delete from api_token' },
    { table: 'share_link', statement: 'update share_link set expires_at = created_at' },
    // Mails that waited then were sent since.
    { table: 'job', statement: 'delete from job' },
    { table: 'setting', statement: epochRenewal() },
    { table: 'shopping_list', statement: revisionLeap() },
  ]
}
