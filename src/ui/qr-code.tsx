/** `QrPicture`, whose code loads with the first one. */
import { lazyComponent } from './loading/lazy-component.tsx'
import { Loading } from './loading/loading.tsx'
import { PartFailed } from './loading/part-failed.tsx'

export const QrCode = lazyComponent(async () => (await import('./qr-picture.tsx')).QrPicture, {
  waiting: () => <Loading />,
  failed: failure => <PartFailed {...failure} />,
})
