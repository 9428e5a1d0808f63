import { useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * What somebody types for a value in the address: it stays as it is, with the focus, until the page has it. `apply`
 * reports a text once. Each page that is loaded has its own value, by a saved view, Back or the reset, too; whoever
 * goes on typing while theirs is loaded keeps what is typed.
 */
export function useTyped(value: string, onChange: (value: string) => void) {
  const { key } = useLocation();
  const [{ typed, known, applied }, set] = useState({ typed: value, known: key, applied: value });
  const isLoading = useNavigation().state !== 'idle';
  if (known !== key) set({ typed: value === applied ? typed : value, known: key, applied: value });

  function apply(text: string): void {
    const wanted = text.trim();
    set({ typed: text, known, applied: wanted });
    // What was under way may have been replaced by another filter or the reset.
    if (wanted !== (isLoading ? applied : value)) onChange(text);
  }
  return { typed, type: (text: string) => set({ typed: text, known, applied }), apply };
}
