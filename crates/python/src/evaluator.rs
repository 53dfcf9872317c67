use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use henge::BatchEvaluator;
use henge::erased::DynGame;
use numpy::{PyArray1, PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::wrong;

/// A function of Python that judges positions.
pub struct PythonEvaluator {
    function: Py<PyAny>,
    shape: [usize; 2],
    n_actions: usize,
    /// What the function raised first; the search is stopped then.
    fault: Mutex<Option<PyErr>>,
    pub stop: AtomicBool,
}

impl PythonEvaluator {
    pub fn new(function: Py<PyAny>, rules: &dyn DynGame) -> PythonEvaluator {
        PythonEvaluator {
            function,
            shape: rules.planes_shape(),
            n_actions: rules.n_actions(),
            fault: Mutex::new(None),
            stop: AtomicBool::new(false),
        }
    }

    /// What went wrong since this was asked last.
    pub fn take_fault(&self) -> Option<PyErr> {
        self.stop.store(false, Ordering::SeqCst);
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn ask(
        &self,
        py: Python<'_>,
        planes: &[f32],
        n: usize,
        values: &mut [f32],
        policy: Option<&mut [f32]>,
    ) -> PyResult<()> {
        let [n_planes, sites] = self.shape;
        let input = PyArray1::from_slice(py, planes).reshape([n, n_planes, sites])?;
        let input: Bound<'_, PyArray3<f32>> = input;
        let answer = self.function.bind(py).call1((input,))?;
        let (found, moves) = match answer.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
            // A pair of arrays; an array of two numbers is none.
            Ok((found, moves)) if answer.is_instance_of::<pyo3::types::PyTuple>() => {
                (found, Some(moves))
            }
            _ => (answer, None),
        };
        copy(&found, values, "values")?;
        match (policy, moves) {
            (Some(policy), Some(moves)) => copy(&moves, policy, "policies")?,
            (Some(policy), None) => policy.fill(1.0 / self.n_actions.max(1) as f32),
            (None, _) => {}
        }
        Ok(())
    }
}

/// Copies an array of numbers of any type and shape.
fn copy(array: &Bound<'_, PyAny>, out: &mut [f32], what: &str) -> PyResult<()> {
    let numpy = array.py().import("numpy")?;
    let made = numpy.call_method1("ascontiguousarray", (array, "float32"))?;
    let made = made.cast::<numpy::PyArrayDyn<f32>>().map_err(wrong)?;
    if made.len() != out.len() {
        return Err(wrong(format!(
            "the evaluator must return {} numbers for {what}, not {}",
            out.len(),
            made.len()
        )));
    }
    out.copy_from_slice(made.readonly().as_slice()?);
    Ok(())
}

impl BatchEvaluator for PythonEvaluator {
    fn evaluate(&self, planes: &[f32], n: usize, values: &mut [f32], policy: Option<&mut [f32]>) {
        if self.stop.load(Ordering::SeqCst) {
            return;
        }
        if let Err(error) = Python::attach(|py| self.ask(py, planes, n, values, policy)) {
            self.stop.store(true, Ordering::SeqCst);
            self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }
}
