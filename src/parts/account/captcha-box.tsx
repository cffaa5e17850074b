import { use, useEffect, useRef, useState } from 'react'
import { useReadable } from '../../cache/hooks/use-readable.ts'
import { Button } from '../../ui/form/button.tsx'
import type { Captcha } from './captcha.ts'
import { CaptchaContext } from './captcha-context.ts'

/** Where a form shows that a person sends it; nothing if no captcha is configured. */
export function CaptchaBox() {
  const captcha = use(CaptchaContext)
  return captcha === undefined ? null : <ConfiguredBox captcha={captcha} />
}

function ConfiguredBox({ captcha }: { readonly captcha: Captcha }) {
  const { captchaProvider, captchaSiteKey } = useReadable(captcha.setup)
  if (captchaProvider === undefined || captchaSiteKey === undefined) return null
  return <Box key={`${captchaProvider} ${captchaSiteKey}`} captcha={captcha} />
}

function Box({ captcha }: { readonly captcha: Captcha }) {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads anew.
  useEffect(() => {
    if (box.current === null) return
    setFailed(false)
    captcha.show(box.current).catch(() => setFailed(true))
    return captcha.hide
  }, [captcha, tries])

  return (
    <>
      <div ref={box} />
      {failed ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>
            The check that you are a person could not be loaded. Look at your connection, and at
            what blocks scripts.
          </p>
          <Button onClick={() => setTries(tries + 1)}>Try again</Button>
        </div>
      ) : null}
    </>
  )
}
