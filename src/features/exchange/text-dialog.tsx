/** A list as text for a message or a note: looked at first, then shared or copied. */
import { ClipboardCopy, Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ExchangeList } from '../../../rules/exchange/exchange-list.ts'
import { writeMarkdownList, writeTextList } from '../../../rules/exchange/exchange-text.ts'
import { isToBuy } from '../../../rules/items/stock.ts'
import type { Unit } from '../../../rules/items/units.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Check } from '../../ui/form/check.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { Choices } from './choices.tsx'
import { canShare, shareText } from './take-out.ts'

interface TextDialogProps {
  readonly list: ExchangeList
  readonly units: readonly Unit[]
  readonly onClose: () => void
}

export function TextDialog({ list, units, onClose }: TextDialogProps) {
  const copy = useRef<HTMLButtonElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const [format, setFormat] = useState<'text' | 'markdown'>('text')
  const open = list.items.filter(item => isToBuy(item, list.listType)).length
  const [all, setAll] = useState(false)
  const enough = list.listType === 'STOCK' ? 'in stock or in the trolley' : 'in the trolley'
  const [said, setSaid] = useState({ of: '', words: '' })
  const write = format === 'text' ? writeTextList : writeMarkdownList
  const text = write(list, { all, units })
  const nothing = list.items.length === 0 || (open === 0 && !all)

  async function handleCopy() {
    const say = (words: string) => setSaid({ of: text, words })
    if (await copyText(text)) say('Copied. Paste it where you like.')
    else {
      area.current?.focus()
      area.current?.select()
      say('This browser does not let the app copy. The text is selected: copy it yourself.')
    }
  }

  async function handleShare() {
    const taken = await shareText(list.name, text)
    if (taken === 'unavailable') await handleCopy()
    else if (taken === 'done') onClose()
  }

  return (
    <Dialog title="Send as text" open onClose={onClose} initialFocus={copy}>
      <div className="flex flex-col gap-3">
        <Choices
          label="Format"
          value={format}
          options={[
            ['text', 'Plain text'],
            ['markdown', 'Markdown with checkboxes'],
          ]}
          onChoose={setFormat}
        />
        {open === list.items.length ? null : (
          <Check
            label={`Also what is ${enough} (${list.items.length - open})`}
            checked={all}
            onChange={setAll}
          />
        )}
        {nothing ? (
          <p className="text-quiet">
            {list.items.length === 0
              ? 'This list is empty: there is nothing to send yet.'
              : `Everything is ${enough}: there is nothing left to buy.`}
          </p>
        ) : (
          <TextArea
            label="Text"
            ref={area}
            className="box font-mono text-sm"
            rows={8}
            readOnly
            value={text}
          />
        )}
        <p role="status" aria-label="Copying" className="min-h-6 text-sm text-quiet">
          {said.of === text ? said.words : ''}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            ref={copy}
            look={canShare() ? 'secondary' : 'primary'}
            disabled={nothing}
            onClick={handleCopy}
          >
            <ClipboardCopy aria-hidden size={18} />
            Copy text
          </Button>
          {canShare() ? (
            <Button look="primary" disabled={nothing} onClick={handleShare}>
              <Share2 aria-hidden size={18} />
              Send
            </Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}
