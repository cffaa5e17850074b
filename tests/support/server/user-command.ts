/** `npm run user`, as another process runs it. */

import { loadSecret } from '../../../server/auth/session/secret.ts'
import { runUserCommand } from '../../../server/auth/user-commands.ts'
import { openBesideServer } from '../../../server/db/open.ts'
import { createSystemRandom } from '../../../server/environment.ts'
import { createAttempts } from '../../../server/gates/attempts.ts'
import type { TestServer } from './server.ts'

/** As the command does it: on a connection of its own, while the server runs. */
export async function userCommand(server: TestServer, line: string) {
  const db = await openBesideServer({ ...server.address, now: server.clock.now })
  const secret = await loadSecret(db, createSystemRandom(), undefined)
  const said = await runUserCommand(line.split(' '), {
    db,
    now: server.clock.now,
    random: createSystemRandom(),
    attempts: createAttempts(db, server.clock.now, secret),
    origin: 'https://aisle.example.org',
  })
  await db.close()
  return said
}
