import {
  getDisplayValueAlignmentFactors,
  getFieldDisplayValues,
  type VizOrientation,
  type FieldDisplay,
  type PanelProps,
  type ReduceDataOptions,
} from '@grafana/data';
import {
  BigValue,
  BigValueGraphMode,
  DataLinksContextMenu,
  useTheme2,
  VizRepeater,
  type BigValueColorMode,
  type BigValueJustifyMode,
  type BigValueTextMode,
  type DataLinksContextMenuApi,
} from '@grafana/ui';
import React from 'react';

export interface StatOptions {
  readonly reduceOptions: ReduceDataOptions;
  readonly orientation: VizOrientation;
  readonly textMode: BigValueTextMode;
  readonly colorMode: BigValueColorMode;
  readonly graphMode: BigValueGraphMode;
  readonly justifyMode: BigValueJustifyMode;
  readonly wideLayout: boolean;
  readonly text?: object;
}

/** Big single values with a sparkline and their links. Without data it is, as in Grafana, a tile in the color of the panel's field options. */
export function StatPanel({
  data,
  options,
  fieldConfig,
  replaceVariables,
  timeZone,
  width,
  height,
  renderCounter,
}: PanelProps<StatOptions>) {
  const theme = useTheme2();
  const getValues = (): FieldDisplay[] =>
    getFieldDisplayValues({
      data: data.series,
      fieldConfig,
      reduceOptions: options.reduceOptions,
      replaceVariables,
      sparkline: options.graphMode !== BigValueGraphMode.None,
      theme,
      timeZone,
    });
  return (
    <VizRepeater<FieldDisplay, ReturnType<typeof getDisplayValueAlignmentFactors>>
      getValues={getValues}
      getAlignmentFactors={(values) => getDisplayValueAlignmentFactors(values)}
      renderValue={({ value, width: cellWidth, height: cellHeight, alignmentFactors, count }) => {
        const tile = (link?: DataLinksContextMenuApi) => (
          <BigValue
            value={value.display}
            count={count}
            sparkline={value.sparkline}
            width={cellWidth}
            height={cellHeight}
            alignmentFactors={alignmentFactors}
            colorMode={options.colorMode}
            graphMode={options.graphMode}
            justifyMode={options.justifyMode}
            textMode={options.textMode}
            text={options.text}
            theme={theme}
            disableWideLayout={!options.wideLayout}
            hasLinks={value.hasLinks}
            className={link?.targetClassName}
            onClick={link?.openMenu}
          />
        );
        const { getLinks } = value;
        return value.hasLinks && getLinks ? (
          <DataLinksContextMenu links={getLinks}>{tile}</DataLinksContextMenu>
        ) : (
          tile()
        );
      }}
      width={width}
      height={height}
      source={data}
      itemSpacing={3}
      renderCounter={renderCounter}
      autoGrid={true}
      orientation={options.orientation}
    />
  );
}
