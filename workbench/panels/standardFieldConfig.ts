import {
  booleanOverrideProcessor,
  dataLinksOverrideProcessor,
  displayNameOverrideProcessor,
  FieldConfigProperty,
  identityOverrideProcessor,
  numberOverrideProcessor,
  standardFieldConfigEditorRegistry,
  stringOverrideProcessor,
  thresholdsOverrideProcessor,
  unitOverrideProcessor,
  valueMappingsOverrideProcessor,
  type FieldConfigEditorBuilder,
  type FieldConfigPropertyItem,
} from '@grafana/data';

type Process = FieldConfigPropertyItem['process'];

/** Grafana's own processors, which turn the saved value of each standard option into the applied value. */
const processors: Record<FieldConfigProperty, Process> = {
  [FieldConfigProperty.Actions]: identityOverrideProcessor,
  [FieldConfigProperty.Color]: identityOverrideProcessor,
  [FieldConfigProperty.Decimals]: numberOverrideProcessor,
  [FieldConfigProperty.DisplayName]: displayNameOverrideProcessor,
  [FieldConfigProperty.FieldMinMax]: booleanOverrideProcessor,
  [FieldConfigProperty.Filterable]: booleanOverrideProcessor,
  [FieldConfigProperty.Links]: dataLinksOverrideProcessor,
  [FieldConfigProperty.Mappings]: valueMappingsOverrideProcessor,
  [FieldConfigProperty.Max]: numberOverrideProcessor,
  [FieldConfigProperty.Min]: numberOverrideProcessor,
  [FieldConfigProperty.NoValue]: stringOverrideProcessor,
  [FieldConfigProperty.Thresholds]: thresholdsOverrideProcessor,
  [FieldConfigProperty.Unit]: unitOverrideProcessor,
};

/** The workbench has no panel editor, so options need a processor but no editor. */
export const noEditor = () => null;

/** Registers the standard field options; without them, Grafana silently drops units, thresholds and overrides. */
export function installFieldConfig() {
  standardFieldConfigEditorRegistry.setInit(() =>
    Object.entries(processors).map(([id, process]) => ({
      id,
      path: id,
      name: id,
      process,
      shouldApply: () => true,
      editor: noEditor,
      override: noEditor,
      settings: {},
    }))
  );
}

/**
 * Registers a panel's custom field options. Grafana drops options with a path that is not registered.
 * @param defaults default value by path
 */
export function customOptions<TOptions>(defaults: Record<string, unknown>) {
  return (builder: FieldConfigEditorBuilder<TOptions>) => {
    for (const [path, defaultValue] of Object.entries(defaults)) {
      builder.addCustomEditor({
        id: path,
        path: path as keyof TOptions & string,
        name: path,
        defaultValue,
        editor: noEditor,
        override: noEditor,
        process: identityOverrideProcessor,
        shouldApply: () => true,
      });
    }
  };
}
