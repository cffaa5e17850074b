/** All that is forgotten in time, in this order. */
import { purgeAudit } from './access/audit.ts'
import { purgeShareLinks } from './access/share-links.ts'
import { purgeAttempts, purgeAttemptsAhead, purgeSessions } from './auth/purges.ts'
import { purgeUnproven } from './auth/users.ts'
import { purgeGone } from './changes/catch-up.ts'
import { purgeRequests } from './changes/once.ts'
import { purgeActivity } from './graphql/lists/activity.ts'
import { purgeBin, purgeEmptiedLists } from './graphql/lists/bin-purges.ts'
import { purgeMemberships } from './graphql/lists/leave-list.ts'
import { purgeLeftTags } from './graphql/lists/list-tags.ts'
import { purgeSavedFilters } from './graphql/lists/saved-filter.ts'
import { hastenJobsAhead, purgeJobs } from './jobs/jobs.ts'
import { purgeLeasesAhead } from './jobs/lease.ts'
import type { Purge } from './jobs/sweeper.ts'
import { purgeTokens, purgeUsedTokens } from './tokens/tokens.ts'

export const purges: readonly Purge[] = [
  purgeRequests,
  purgeLeftTags,
  purgeActivity,
  purgeBin,
  purgeSavedFilters,
  purgeGone,
  purgeMemberships,
  purgeEmptiedLists,
  purgeAttempts,
  purgeAttemptsAhead,
  purgeSessions,
  purgeUnproven,
  purgeJobs,
  hastenJobsAhead,
  purgeLeasesAhead,
  purgeTokens,
  purgeUsedTokens,
  purgeShareLinks,
  purgeAudit,
]
