/** `QrPicture`, whose code loads with the first one. */
import { late } from './late.tsx'
import { Loading } from './loading.tsx'
import { PartFailed } from './part-failed.tsx'

export const QrCode = late(async () => (await import('./qr-picture.tsx')).QrPicture, {
  waiting: () => <Loading />,
  failed: failure => <PartFailed {...failure} />,
})
