import { createContext } from 'react'

/** Whether somebody is signed in, as far as this page knows: nobody is on a page made at build time. */
export const SignedIn = createContext(false)
