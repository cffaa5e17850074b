import type { Migration } from '../migration.ts'

/** What people buy by, metric and imperial; the ids stay for ever, since items point to them. */
export const seedUnits: Migration = {
  name: '002-seed-units',
  async up(db) {
    await db.insertInto('unit').values(seededUnits).execute()
  },
}

const rows: readonly (readonly [id: string, name: string, abbreviation: string])[] = [
  ['piece', 'piece', 'pc'],
  ['kg', 'kilogram', 'kg'],
  ['g', 'gram', 'g'],
  ['mg', 'milligram', 'mg'],
  ['l', 'litre', 'l'],
  ['dl', 'decilitre', 'dl'],
  ['cl', 'centilitre', 'cl'],
  ['ml', 'millilitre', 'ml'],
  ['m', 'metre', 'm'],
  ['cm', 'centimetre', 'cm'],
  ['pack', 'pack', 'pk'],
  ['bottle', 'bottle', 'btl'],
  ['can', 'can', 'can'],
  ['jar', 'jar', 'jar'],
  ['box', 'box', 'box'],
  ['carton', 'carton', 'ctn'],
  ['crate', 'crate', 'crt'],
  ['bag', 'bag', 'bag'],
  ['tube', 'tube', 'tube'],
  ['roll', 'roll', 'roll'],
  ['bunch', 'bunch', 'bch'],
  ['head', 'head', 'hd'],
  ['clove', 'clove', 'clv'],
  ['loaf', 'loaf', 'loaf'],
  ['slice', 'slice', 'slc'],
  ['bar', 'bar', 'bar'],
  ['pair', 'pair', 'pr'],
  ['dozen', 'dozen', 'dz'],
  ['pinch', 'pinch', 'pn'],
  ['tsp', 'teaspoon', 'tsp'],
  ['tbsp', 'tablespoon', 'tbsp'],
  ['cup', 'cup', 'cup'],
  ['oz', 'ounce', 'oz'],
  ['lb', 'pound', 'lb'],
  ['fl-oz', 'fluid ounce', 'fl oz'],
  ['pt', 'pint', 'pt'],
  ['qt', 'quart', 'qt'],
  ['gal', 'gallon', 'gal'],
]

export const seededUnits = rows.map(([id, name, abbreviation]) => ({
  id: `unit-${id}`,
  name,
  abbreviation,
}))
