/** What somebody is told who may not do something with a list, by what it takes (spec section 12). */
export const permissionSentences = {
  VIEW: 'You may not see this list.',
  EDIT: 'You may look at this list but not change it. Ask its owner for the permission to edit.',
  ADMIN: 'Only an administrator of this list may do that. Ask its owner.',
  OWNER: 'Only the owner of this list may delete it or hand it over. You can leave it instead.',
  LEAVE: 'This list is yours. You can delete it, but not leave it.',
} as const
