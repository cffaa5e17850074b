import { createContext } from 'react'
import type { Captcha } from './captcha.ts'

/** What the boxes of forms show; its code comes with the forms. */
export const CaptchaContext = createContext<Captcha | undefined>(undefined)
