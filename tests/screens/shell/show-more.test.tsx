/** Where the focus is once a button has brought more. */
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { showMore } from '../../../src/ui/show-more.ts'

function Names({ pages }: { readonly pages: readonly (readonly string[])[] }) {
  const [shown, setShown] = useState(1)
  const names = pages.slice(0, shown).flat()
  return (
    <section>
      <ul>
        {names.map(name => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {shown < pages.length ? (
        <button
          type="button"
          onClick={({ currentTarget }) => showMore(currentTarget, () => setShown(shown + 1))}
        >
          More
        </button>
      ) : null}
    </section>
  )
}

const more = () => screen.getByRole('button', { name: 'More' })

test.each([
  ['there is more: it stays at the button', [['Ana'], ['Ben'], ['Cleo']], 'More'],
  ['that was all: it goes to the first that came', [['Ana'], ['Ben', 'Cleo']], 'Ben'],
  ['nothing came: it goes to the last of all', [['Ana', 'Ben'], []], 'Ben'],
])('%s', async (_, pages, focused) => {
  render(<Names pages={pages} />)
  await userEvent.click(more())
  expect(document.activeElement).toBe(screen.getByText(focused))
})

test('whoever is elsewhere stays there', () => {
  render(<Names pages={[['Ana'], ['Ben']]} />)
  const elsewhere = document.body.appendChild(document.createElement('input'))
  elsewhere.focus()
  act(() => more().click())
  expect(screen.getByText('Ben')).toBeDefined()
  expect(document.activeElement).toBe(elsewhere)
  elsewhere.remove()
})
