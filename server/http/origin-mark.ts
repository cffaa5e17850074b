/** Where the public pages name their own address, which the build does not know: the server fills it in. */
export const originMark = 'https://aisle.invalid'
