/** The last resort: a fault while drawing shows the sentence of spec section 2 instead of a blank page. */
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

export class CrashBoundary extends Component<
  { readonly children: ReactNode },
  { readonly crashed: boolean }
> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <CrashScreen /> : this.props.children
  }
}

export function CrashScreen() {
  return (
    <main className="m-auto grid min-h-dvh max-w-md place-content-center justify-items-center gap-4 p-4 text-center">
      <p role="alert" className="text-lg">
        Oops! Something went wrong. Please refresh the page or restart the app.
      </p>
      <p className="text-quiet">What was saved on this device is still there.</p>
      <Button look="primary" onClick={() => globalThis.location.reload()}>
        Refresh
      </Button>
    </main>
  )
}
