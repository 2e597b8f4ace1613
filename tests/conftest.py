# SPDX-License-Identifier: Apache-2.0
"""Makes the helpers of this folder importable from the tests below it.

The domains of these tests are not those of the user who runs them: their files lie in a folder of
this run.
"""

import atexit
import os
import shutil
import tempfile

RUNTIME = tempfile.mkdtemp(prefix="orbweaver-tests-")
os.environ["XDG_RUNTIME_DIR"] = RUNTIME
atexit.register(shutil.rmtree, RUNTIME, ignore_errors=True)
