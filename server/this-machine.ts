/** Whether the host of an address is this machine itself: nobody else is on the way. IPv6 with or without brackets. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(hostname)
}
