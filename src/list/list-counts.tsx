import { countTitle } from '../../rules/validation-issue.ts'
import { useListCounts } from '../cache/hooks/use-list-views.ts'

/** How far the shopping is: "5 of 14". */
export function ListCounts({ listId }: { readonly listId: string }) {
  const { open, done } = useListCounts(listId)
  if (open + done === 0) return null
  return (
    <p className="flex-none text-sm text-quiet">
      {countTitle(done)} of {countTitle(open + done)}
      <span className="sr-only"> in the trolley</span>
    </p>
  )
}
