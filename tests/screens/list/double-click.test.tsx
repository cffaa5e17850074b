/** Buttons that stay beneath the pointer, and mean something else after the first press of a double click. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createItem, tickItem } from '../../../src/cache/edits/item-edits.ts'
import { ignoreSecondPress } from '../../../src/ui/gestures/second-press.ts'
import { shop, showList } from './list-stage.tsx'

beforeEach(() => ignoreSecondPress(document))

const button = (name: string) => screen.findByRole('button', { name })

test('“Tick” ticks', async () => {
  const { user, choose, plain } = await showList({ items: ['Milk'] })
  await choose('Select items')
  await user.click(await screen.findByRole('checkbox', { name: 'Select Milk' }))
  const bar = within(screen.getByRole('toolbar', { name: 'With the selected items' }))
  await user.dblClick(bar.getByRole('button', { name: 'Tick' }))
  expect(plain.peek('Item:milk')).toMatchObject({ purchased: true })
  await user.click(bar.getByRole('button', { name: 'Untick' }))
  expect(plain.peek('Item:milk')).toMatchObject({ purchased: false })
})

test('“Show all” leaves the bar that it stands in', async () => {
  const { user, choose } = await showList({ items: ['Milk'] })
  await choose('Filter and sort')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'To buy')
  await user.dblClick(await button('Show all'))
  await user.click(await button('Close'))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Show' })).toBeNull())
})

test('“Keep both” answers for one name', async () => {
  const { user } = await showList({
    items: ['Milk', 'Bread'],
    prepare({ plain }) {
      for (const name of ['Milk', 'Bread']) {
        plain.perform(createItem, { id: `${name} again`, shoppingListId: shop, name })
      }
    },
  })
  await screen.findByRole('heading', { name: 'On the list twice · 1 more like this' })
  await user.dblClick(await button('Keep both'))
  await screen.findByRole('heading', { name: 'On the list twice' })
})

test('“Dismiss” keeps the pasted lines that come to light beneath', async () => {
  const { user } = await showList({
    items: ['Milk'],
    prepare: ({ plain }) => plain.perform(tickItem, { id: 'milk', purchased: true }),
  })
  const box = screen.getByRole('textbox', { name: 'Add an item' })
  await user.click(box)
  await user.paste('Oats\nRice')
  await user.click(await button('Close'))
  await screen.findByText('2 pasted lines not added yet.')
  await user.type(box, 'milk{Enter}')
  await screen.findByText('Milk was in the trolley and is back on the list.')
  await user.dblClick(await button('Dismiss'))
  await screen.findByText('2 pasted lines not added yet.')
})
