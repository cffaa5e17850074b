/** What the desk's dashboard and its log show; for everybody else it is not there (spec section 6). */

import { sql } from 'kysely'
import { dayMs } from '../../../rules/days.ts'
import { fullName } from '../../../rules/people/full-name.ts'
import { isAdmin, mayReplyToFeedback } from '../../../rules/people/roles.ts'
import { namesOf } from '../../access/names-of.ts'
import type { FeedbackWeek } from '../../generated/schema.ts'
import { badInput, notFound } from '../../refusal.ts'
import type { Queries } from '../engine/context.ts'

/** So many entries of what staff did are answered where nobody says how many, and at most. */
export const auditPage = { usual: 100, most: 500 } as const

export const deskQueries = {
  async feedbackSummary(_, _args, { db, viewer, now }) {
    if (!mayReplyToFeedback(viewer.role)) throw notFound()
    const statuses = await db
      .selectFrom('feedback')
      .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
      .groupBy('status')
      .orderBy('status')
      .execute()
    const day = sql<string>`substr(created_at, 1, 10)`
    const days = await db
      .selectFrom('feedback')
      .select(({ fn }) => [
        day.as('day'),
        fn.countAll<number>().as('count'),
        fn.count<number>('rating').as('rated'),
        sql<number>`coalesce(sum(rating), 0)`.as('stars'),
      ])
      .where('created_at', '>=', mondayOf(new Date(now), 25))
      .groupBy(day)
      .orderBy(day)
      .execute()
    return {
      statuses: statuses.map(({ status, count }) => ({ status, count: Number(count) })),
      weeks: toWeeks(days),
    }
  },

  async auditLog(_, { first, after }, { db, viewer }) {
    if (!isAdmin(viewer.role)) throw notFound()
    const most = first ?? auditPage.usual
    if (most < 1 || most > auditPage.most) {
      const message = `First must be a whole number from 1 to ${auditPage.most}.`
      throw badInput({ field: 'first', limit: auditPage.most, message })
    }
    const behind =
      after == null
        ? undefined
        : await db
            .selectFrom('audit')
            .select(['at', 'id'])
            .where('id', '=', after)
            .executeTakeFirst()
    if (after != null && !behind) {
      throw badInput({ field: 'after', message: 'After must be the id of an entry.' })
    }
    const rows = await db
      .selectFrom('audit')
      .leftJoin('user', 'user.id', 'audit.user_id')
      .selectAll('audit')
      .select(['user.first_name as firstName', 'user.last_name as lastName'])
      .$if(behind !== undefined, some =>
        some.where(sql<boolean>`(audit.at, audit.id) < (${behind?.at ?? ''}, ${behind?.id ?? ''})`),
      )
      .orderBy('audit.at', 'desc')
      .orderBy('audit.id', 'desc')
      .limit(most)
      .execute()
    const names = await namesOf(
      db,
      rows.flatMap(row => subjectOf(row) ?? []),
    )
    return rows.map(row => ({
      id: row.id,
      userId: row.user_id,
      userName: row.firstName === null ? null : fullName(row.firstName, row.lastName),
      action: row.action,
      subject: row.subject,
      subjectName: names.get(subjectOf(row) ?? 0) ?? null,
      detail: row.detail,
      at: row.at,
    }))
  },
} satisfies Queries

/** The id of the person that it was done to; undefined where it was no person. */
function subjectOf({ subject }: { readonly subject: string }): number | undefined {
  const id = /^user (\d+)$/.exec(subject)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The Monday so many weeks before that of a moment, as 2026-11-16; UTC. */
function mondayOf(moment: Date, weeksBefore = 0): string {
  const sinceMonday = (moment.getUTCDay() + 6) % 7
  return new Date(moment.getTime() - (sinceMonday + weeksBefore * 7) * dayMs)
    .toISOString()
    .slice(0, 10)
}

interface Day {
  readonly day: string
  readonly count: number
  readonly rated: number
  readonly stars: number
}

function toWeeks(days: readonly Day[]): FeedbackWeek[] {
  const byMonday = Map.groupBy(days, ({ day }) => mondayOf(new Date(`${day}T00:00:00Z`)))
  return [...byMonday].map(([monday, some]) => {
    const sum = (read: (day: Day) => number) =>
      some.reduce((total, day) => total + Number(read(day)), 0)
    const rated = sum(day => day.rated)
    return {
      monday,
      count: sum(day => day.count),
      averageRating: rated === 0 ? null : Math.round((sum(day => day.stars) / rated) * 100) / 100,
    }
  })
}
