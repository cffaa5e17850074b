import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Every way in which the desk filters and sorts feedback follows an index, however much there is. */
export const pageFeedback: Migration = {
  name: '027-page-feedback',
  async up(db) {
    await db.schema.dropIndex('feedback_rating').execute()
    await db.schema.dropIndex('feedback_created_at').execute()
    // With the rating, the dashboard's weeks are read from the index alone.
    await db.schema
      .createIndex('feedback_created_at')
      .on('feedback')
      .columns(['created_at', 'id', 'rating'])
      .execute()
    // As `ranks` of server/graphql/people/feedback-record.ts spells them, or they are not found.
    const ranks = { highest: sql`(coalesce(rating, 0))`, lowest: sql`(-coalesce(rating, 9))` }
    for (const [name, rank] of Object.entries(ranks)) {
      for (const status of [[], ['status']] as const) {
        await db.schema
          .createIndex(['feedback', ...status, name].join('_'))
          .on('feedback')
          .expression(
            sql.join([
              ...status.map(column => sql.ref(column)),
              rank,
              sql.ref('created_at'),
              sql.ref('id'),
            ]),
          )
          .execute()
      }
    }
  },
}
