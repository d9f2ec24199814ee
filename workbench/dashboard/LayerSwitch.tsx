import { css } from '@emotion/css';
import { LoadingState } from '@grafana/data';
import { ControlsLabel, type SceneDataLayerProvider } from '@grafana/scenes';
import React from 'react';

/** The label and switch of one annotation layer in the dashboard controls. */
export function LayerSwitch({ layer }: { layer: SceneDataLayerProvider }) {
  const { data, isHidden, name, key } = layer.useState();
  if (isHidden) {
    return null;
  }
  return (
    <div className={row}>
      <ControlsLabel
        htmlFor={`data-layer-${key}`}
        label={name}
        isLoading={data?.state === LoadingState.Loading}
        onCancel={() => layer.cancelQuery?.()}
        error={data?.errors?.[0]?.message}
      />
      <layer.Component model={layer} />
    </div>
  );
}

const row = css({ display: 'flex' });
