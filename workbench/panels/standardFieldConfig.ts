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

/** How each standard option turns its saved value into the one that is applied; the processors are Grafana's own. */
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

/** The panel editor is not part of the workbench: options need no editors, only their processing. */
export const noEditor = () => null;

/** Registers the standard field options; without them units, thresholds and overrides are dropped silently. */
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
 * Registers a panel's custom field options: paths that are not registered are dropped from a dashboard.
 * @param defaults value of each path for fields that say nothing themselves
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
