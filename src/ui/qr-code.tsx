/** `QrPicture`, whose code loads with the first one. */
import { lazyComponent } from './lazy-component.tsx'
import { Loading } from './loading.tsx'
import { PartFailed } from './part-failed.tsx'

export const QrCode = lazyComponent(async () => (await import('./qr-picture.tsx')).QrPicture, {
  waiting: () => <Loading />,
  failed: failure => <PartFailed {...failure} />,
})
