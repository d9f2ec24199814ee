import { useCallback, useRef, useState } from 'react';
import type { EditorDataSource } from '../shared/editorProps';
import type { PickerOption } from '../shared/pickerOptions';

interface RuleOptions {
  readonly options: readonly PickerOption[];
  /** Loads the options when it is called first; undefined once they are loaded. */
  readonly waitForOptions?: () => Promise<readonly PickerOption[]>;
}

interface Loading {
  readonly source: EditorDataSource;
  readonly options: Promise<readonly PickerOption[]>;
}

interface Loaded {
  readonly source: EditorDataSource;
  readonly options: readonly PickerOption[];
}

const NO_OPTIONS: readonly PickerOption[] = [];

/** The rules to suggest, loaded when the picker is opened; none if that fails, because a rule can also be typed. */
export function useRules(source: EditorDataSource): RuleOptions {
  const loading = useRef<Loading>(undefined);
  const [loaded, setLoaded] = useState<Loaded>();
  const waitForOptions = useCallback(() => {
    if (loading.current?.source !== source) {
      const options = loadRules(source);
      loading.current = { source, options };
      void options.then((received) => setLoaded({ source, options: received }));
    }
    return loading.current.options;
  }, [source]);
  return loaded?.source === source ? { options: loaded.options } : { options: NO_OPTIONS, waitForOptions };
}

async function loadRules(source: EditorDataSource): Promise<readonly PickerOption[]> {
  try {
    return ((await source.listRules?.()) ?? []).map((rule) => ({ value: rule, label: rule }));
  } catch {
    return NO_OPTIONS;
  }
}
