import { v7 } from 'uuid'

/** An id for something that a person makes, with or without a network: UUID v7, so that newer ones sort last. */
export function newId(): string {
  return v7()
}
