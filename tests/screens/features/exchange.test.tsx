import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { writeCsvList } from '../../../rules/exchange/exchange-csv-list.ts'
import { writeJsonList } from '../../../rules/exchange/exchange-json.ts'
import type { ExchangeList } from '../../../rules/exchange/exchange-list.ts'
import { ExportDialog } from '../../../src/features/exchange/export-dialog.tsx'
import { ImportDialog } from '../../../src/features/exchange/import-dialog.tsx'
import type { ImportPlace } from '../../../src/features/exchange/import-place.ts'
import { PrintSheet } from '../../../src/features/exchange/print-sheet.tsx'
import { TextDialog } from '../../../src/features/exchange/text-dialog.tsx'
import { KeptTexts } from '../../../src/ui/form/kept-texts.ts'
import { anExchangeItem } from '../../support/records.ts'

const units = [{ id: 'unit-l', name: 'litre', abbreviation: 'l' }]
const list: ExchangeList = {
  name: 'Weekly shop',
  listType: 'STOCK',
  favourite: true,
  notes: '',
  tags: [{ name: 'Dairy', color: '#1c7ed6' }],
  items: [
    anExchangeItem('Milk', {
      quantityToPurchase: 2,
      unit: 'litre',
      tags: ['Dairy'],
      quantityInStock: 1,
    }),
    anExchangeItem('=SUM(A1)', { notes: '<b>bold</b>' }),
    anExchangeItem('Bread', { purchased: true }),
  ],
}

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'share')
})

describe('send as text', () => {
  it('is looked at first, then copied', async () => {
    const user = userEvent.setup()
    render(<TextDialog list={list} units={units} onClose={() => {}} />)
    const text = await screen.findByRole('textbox', { name: 'Text' })
    expect(text).toHaveProperty(
      'value',
      'Weekly shop\n\nDairy:\n- 1 l Milk (1 l in stock)\n\nOther:\n- =SUM(A1) (<b>bold</b>)\n',
    )
    await user.click(
      screen.getByRole('checkbox', { name: 'Also what is in stock or in the trolley (1)' }),
    )
    await user.click(screen.getByRole('button', { name: 'Copy text' }))
    const said = screen.getByRole('status', { name: 'Copying' })
    expect(said.textContent).toContain('Copied')
    await user.click(screen.getByRole('radio', { name: 'Markdown with checkboxes' }))
    // That is not copied.
    expect(said.textContent).toBe('')
    await user.click(screen.getByRole('button', { name: 'Copy text' }))
    expect(await navigator.clipboard.readText()).toContain('- [x] Bread\n')
    expect(said.textContent).toContain('Copied')
  })

  it('opens the share sheet where there is one', async () => {
    const user = userEvent.setup()
    const shared: unknown[] = []
    let closed = 0
    Object.assign(navigator, {
      share: async (data: unknown) => {
        shared.push(data)
      },
    })
    render(
      <TextDialog
        list={list}
        units={units}
        onClose={() => {
          closed += 1
        }}
      />,
    )
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    expect(shared).toEqual([{ title: 'Weekly shop', text: expect.stringContaining('- 1 l Milk') }])
    expect(closed).toBe(1)
  })

  it('copies where the share sheet fails, and stays open where it was closed', async () => {
    const user = userEvent.setup()
    let error: Error = new DOMException('closed', 'AbortError')
    Object.assign(navigator, { share: () => Promise.reject(error) })
    render(<TextDialog list={list} units={units} onClose={() => expect.unreachable()} />)
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    expect(screen.getByRole('status', { name: 'Copying' }).textContent).toBe('')
    error = new Error('not allowed here')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await navigator.clipboard.readText()).toContain('Weekly shop')
  })

  it('selects the text where the browser does not let it copy', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    render(<TextDialog list={list} units={units} onClose={() => {}} />)
    await user.click(await screen.findByRole('button', { name: 'Copy text' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }))
    screen.getByText(/copy it yourself/)
  })

  it.each([
    [[], 'This list is empty: there is nothing to send yet.'],
    [
      [anExchangeItem('Milk', { purchased: true })],
      'Everything is in stock or in the trolley: there is nothing left to buy.',
    ],
    [
      [anExchangeItem('Milk', { quantityToPurchase: 2, quantityInStock: 2 })],
      'Everything is in stock or in the trolley: there is nothing left to buy.',
    ],
  ])('says so where there is nothing to send (%#)', async (items, sentence) => {
    render(<TextDialog list={{ ...list, items }} units={units} onClose={() => {}} />)
    await screen.findByText(sentence)
    expect(screen.getByRole('button', { name: 'Copy text' })).toHaveProperty('disabled', true)
    await waitFor(() =>
      expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true),
    )
  })
})

describe('export', () => {
  it.each([
    ['Spreadsheet (CSV)', 'Weekly shop.csv', "'=SUM(A1)"],
    ['Complete copy (JSON)', 'Weekly shop.json', '"format": "aisle-list"'],
  ])('%s', async (format, fileName, content) => {
    const user = userEvent.setup()
    const saved: { name: string; blob: Blob | undefined }[] = []
    let blob: Blob | undefined
    Object.assign(URL, {
      createObjectURL: (given: Blob) => {
        blob = given
        return 'blob:one'
      },
      revokeObjectURL: () => {},
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push({ name: this.download, blob })
    })
    render(<ExportDialog list={list} onClose={() => {}} />)
    await user.click(await screen.findByRole('radio', { name: format }))
    screen.getByText(/3 items will be in/)
    await user.click(screen.getByRole('button', { name: 'Save file' }))
    expect(saved.map(file => file.name)).toEqual([fileName])
    expect(await saved[0]?.blob?.text()).toContain(content)
  })
})

describe('import', () => {
  it('keeps the name that was typed for the list of a file, until it is imported', async () => {
    const texts = new Map<string, string>()
    const name = () => screen.getByRole('textbox', { name: 'List name' })
    async function again(opened: ReturnType<typeof openImport>) {
      opened.close()
      const next = openImport({ texts })
      await next.choose('Holiday.csv', writeCsvList(list))
      return next
    }
    const first = openImport({ texts })
    await first.choose('Holiday.csv', writeCsvList(list))
    await first.user.type(name(), ' in May')
    const second = await again(first)
    expect(name()).toHaveProperty('value', 'Weekly shop in May')
    await second.user.click(screen.getByRole('button', { name: 'Import 3 items' }))
    await again(second)
    expect(name()).toHaveProperty('value', 'Weekly shop')
  })

  it('shows what a file brings before anything is imported', async () => {
    const { user, choose, imported } = openImport()
    await choose('Holiday.csv', writeCsvList(list))
    const told = screen.getByText('3 items, 1 tag, 1 in the trolley')
    expect(document.activeElement, 'one looks before one imports').toBe(told)
    const rows = within(screen.getByRole('list', { name: 'Items of the file' }))
    expect(rows.getAllByRole('listitem').map(row => row.textContent)).toEqual([
      'Milk 2 l · 1 l in stock · Dairy',
      '=SUM(A1) <b>bold</b>',
      'Bread in the trolley',
    ])
    expect(rows.getByText('Milk').tagName, 'its amount stays beside it').toBe('BDI')
    expect(imported).toEqual([])
    const name = screen.getByRole('textbox', { name: 'List name' })
    expect(name).toHaveProperty('value', 'Weekly shop')
    await user.clear(name)
    await user.type(name, 'Summer')
    await user.click(screen.getByRole('button', { name: 'Import 3 items' }))
    expect(imported).toEqual([[list.items, { kind: 'new', name: 'Summer' }]])
  })

  it('goes into the open list, where the person chooses so', async () => {
    const { user, choose, imported } = openImport({ existingName: 'Weekly shop' })
    await choose('list.json', writeJsonList(list, ''))
    await user.click(screen.getByRole('radio', { name: 'Into Weekly shop' }))
    expect(screen.queryByRole('textbox', { name: 'List name' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Import 3 items' }))
    expect(imported).toEqual([[list.items, { kind: 'existing' }]])
  })

  it('becomes a list of its own where the open one may only be looked at by then', async () => {
    const { user, choose, imported, show } = openImport({ existingName: 'Weekly shop' })
    await choose('list.json', writeJsonList(list, ''))
    await user.click(screen.getByRole('radio', { name: 'Into Weekly shop' }))
    show(undefined)
    screen.getByRole('textbox', { name: 'List name' })
    await user.click(screen.getByRole('button', { name: 'Import 3 items' }))
    expect(imported).toEqual([[list.items, { kind: 'new', name: 'Weekly shop' }]])
  })

  it('takes no file that was made to end the reading of it', async () => {
    const { choose } = openImport()
    const version = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    await choose('deep.json', `{"format": "aisle-list", "version": ${version}, "list": {}}`)
    screen.getByText(/This JSON file is not a list from here/)
    expect(screen.queryByText('Reading the file…')).toBeNull()
  })

  it('reports by line what is wrong, and imports nothing of it', async () => {
    const { choose } = openImport()
    await choose('bad.csv', 'Name,Quantity\nMilk,2\nBread,many\n,1')
    const report = screen.getByRole('alert')
    expect(report.textContent).toContain('“bad.csv” was not imported.')
    expect(
      within(report)
        .getAllByRole('listitem')
        .map(line => line.textContent),
    ).toEqual([
      'Line 3: Quantity to buy: “many” is not a number. Write it like 2, 1.5 or 1,5.',
      'Line 4: Name is empty. Write at least one character.',
    ])
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
    await choose('bad.json', '{"format": "aisle-list",\n "list": }')
    expect(within(screen.getByRole('alert')).getByRole('listitem').textContent).toBe(
      'Line 2, column 10: This is not JSON, or it is damaged. A value should stand here. Export it again.',
    )
    await choose('good.csv', 'Name\nMilk')
    expect(screen.queryByRole('alert')).toBeNull()
    screen.getByRole('button', { name: 'Import 1 item' })
  })

  it('says what it understood differently', async () => {
    const { choose } = openImport()
    await choose('list.csv', 'Name,Unit,Price\nBeer,crate,5')
    const remarks = screen.getByRole('region', { name: 'Remarks' })
    expect(remarks.textContent).toContain('Line 2: The unit “crate” is not known')
    expect(remarks.textContent).toContain('The column “Price” is not known')
    screen.getByRole('button', { name: 'Import 1 item' })
  })

  it.each([
    ['picture.csv', '\u0089PNG\r\n\u001a\n\u0000', 'This is not a text file'],
    ['list.json', 'Name\nMilk', 'The name says JSON'],
    ['list.csv', '<!doctype html><title>Sign in</title>', 'This is a web page'],
    ['list.csv', 'x'.repeat(30_000_001), 'at most 30 MB'],
  ])('refuses %s that is not what it says (%#)', async (name, content, sentence) => {
    const { choose } = openImport()
    await choose(name, content)
    expect(screen.getByRole('alert').textContent).toContain(sentence)
  })

  it('keeps a name that is not one, with a sentence', async () => {
    const { user, choose, imported } = openImport()
    await choose('list.csv', 'Name\nMilk')
    await user.clear(screen.getByRole('textbox', { name: 'List name' }))
    await user.click(screen.getByRole('button', { name: 'Import 1 item' }))
    expect(screen.getByRole('alert').textContent).toBe(
      'Name is empty. Write at least one character.',
    )
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'List name' }))
    expect(imported).toEqual([])
  })

  it('says what keeps it out', async () => {
    const { choose } = openImport({ check: () => 'You can keep at most 500 lists.' })
    await choose('list.csv', 'Name\nMilk')
    expect(screen.getByRole('alert').textContent).toBe('You can keep at most 500 lists.')
    expect(screen.getByRole('button', { name: 'Import 1 item' })).toHaveProperty('disabled', true)
  })

  it('a device that cannot keep it says that nothing was imported, and it can be tried again', async () => {
    let full = true
    const { user, choose } = openImport({
      onImport: () => (full ? Promise.reject(new Error('full')) : Promise.resolve()),
    })
    await choose('list.csv', 'Name\nMilk')
    await user.click(screen.getByRole('button', { name: 'Import 1 item' }))
    expect((await screen.findByRole('alert')).textContent).toContain('nothing was imported')
    full = false
    await user.click(screen.getByRole('button', { name: 'Import 1 item' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('print', () => {
  it('draws the open items by tag and calls the printer once', async () => {
    let printed = 0
    let done = 0
    Object.assign(window, {
      print: () => {
        printed += 1
      },
    })
    render(
      <PrintSheet
        list={list}
        units={units}
        onDone={() => {
          done += 1
        }}
      />,
    )
    const sheet = document.querySelector('.print-sheet')
    expect(sheet?.parentElement).toBe(document.body)
    expect(sheet?.querySelector('li bdi')?.textContent, 'its amount stays beside it').toBe('Milk')
    expect([...(sheet?.querySelectorAll('h2, li') ?? [])].map(each => each.textContent)).toEqual([
      'Dairy',
      'Milk 1 l',
      'Other',
      '=SUM(A1) <b>bold</b>',
    ])
    await new Promise(resolve => setTimeout(resolve))
    expect(printed).toBe(1)
    window.dispatchEvent(new Event('afterprint'))
    expect(done).toBe(1)
  })
})

interface Opened {
  readonly existingName?: string
  readonly check?: () => string
  readonly onImport?: () => Promise<void>
  /** What was typed before. */
  readonly texts?: Map<string, string>
}

function openImport({ existingName, check, onImport, texts = new Map() }: Opened = {}) {
  const user = userEvent.setup({ applyAccept: false })
  const imported: unknown[] = []
  const dialog = (shownName: string | undefined) => (
    <KeptTexts value={texts}>
      <ImportDialog
        units={units}
        existingName={shownName}
        check={check ?? (() => undefined)}
        onImport={async (file: ExchangeList, place: ImportPlace) => {
          if (onImport) return onImport()
          imported.push([file.items, place])
        }}
        onClose={() => {}}
      />
    </KeptTexts>
  )
  const { rerender, unmount } = render(dialog(existingName))
  return {
    user,
    imported,
    /** The list that is open by now, where the person may add to it. */
    show: (name: string | undefined) => rerender(dialog(name)),
    close: unmount,
    async choose(name: string, content: string) {
      const bytes = [...content].every(character => character.charCodeAt(0) < 256)
        ? Uint8Array.from(content, character => character.charCodeAt(0))
        : new TextEncoder().encode(content)
      await user.upload(await screen.findByLabelText('Choose a file'), new File([bytes], name))
      await screen.findByText(/was not imported|Another file/)
    },
  }
}
