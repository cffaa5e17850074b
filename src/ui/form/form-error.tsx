/** What went wrong with a whole form; read out at once. */
export function FormError({ children }: { readonly children: string | undefined }) {
  return children === undefined ? null : (
    <p role="alert" className="rounded-box border border-error px-3 py-2 text-error">
      {children}
    </p>
  )
}
