# SPDX-License-Identifier: Apache-2.0
"""An authority with certificates."""

from pathlib import Path

import pytest
from certificates import keys


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an authority, the node `server`, and the user `ann`."""
    folder = tmp_path_factory.mktemp("keys")
    for words in (["new-ca"], ["new-node", "server"], ["new-user", "ann"]):
        done = keys(*words, "--dir", str(folder))
        assert done.returncode == 0, done.stderr
    return folder
