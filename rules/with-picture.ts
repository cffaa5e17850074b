import { escapeHtml } from './escape-html.ts'

/**
 * The app's page with a picture of a screen in it, which src/shell/before-the-code.ts shows until the code is
 * there: the worker puts in what the last visit left, the server a first look at a list. `html` is what stands within
 * #root, `holds` says when it may be shown. The manifest, whose icons the browser draws as soon as it knows of them,
 * waits for the code, too. Undefined where the page has no place for a picture
 * (docs/decisions/027-painted-before-the-code.md).
 */
export function withPicture(shell: string, html: string, holds: object): string | undefined {
  const scripts: string[] = []
  const later = shell
    .replace(
      /<script type="module" crossorigin src="([^"]+)"><\/script>/g,
      (_tag, file: string) => {
        scripts.push(file)
        return `<link rel="modulepreload" crossorigin href="${file}">`
      },
    )
    .replace('<link rel="manifest"', '<link data-rel="manifest"')
  const data = escapeHtml(JSON.stringify({ ...holds, scripts }))
  const painted = later.replace(
    place,
    () => `<template id="painted" data-holds="${data}">${html}</template>${place}`,
  )
  return painted === later ? undefined : painted
}

const place = '<div id="root"></div>'
