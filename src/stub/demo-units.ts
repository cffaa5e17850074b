/** What the household buys by: the commonest of those that a server has, under the same ids. */
const rows = [
  ['piece', 'piece', 'pc'],
  ['kg', 'kilogram', 'kg'],
  ['g', 'gram', 'g'],
  ['l', 'litre', 'l'],
  ['ml', 'millilitre', 'ml'],
  ['pack', 'pack', 'pk'],
  ['bottle', 'bottle', 'btl'],
  ['can', 'can', 'can'],
  ['jar', 'jar', 'jar'],
  ['box', 'box', 'box'],
  ['bag', 'bag', 'bag'],
  ['bunch', 'bunch', 'bch'],
  ['loaf', 'loaf', 'loaf'],
  ['dozen', 'dozen', 'dz'],
  ['lb', 'pound', 'lb'],
  ['oz', 'ounce', 'oz'],
] as const

export const demoUnits = rows.map(([id, name, abbreviation]) => ({
  __typename: 'Unit' as const,
  id: `unit-${id}`,
  name,
  abbreviation,
}))
