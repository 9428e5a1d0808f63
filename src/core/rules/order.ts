/** An order is completed once `completed_at` is there; that is what starts purchase tracking (specification §4). */
export function isCompleted(order: { readonly completed_at: string | null }): boolean {
  return order.completed_at !== null;
}
